// How a body is refused: one sentence that names the member and says what it must be.

import * as v from 'valibot';

export type ParsedBody<Request> =
  | { readonly kind: 'valid'; readonly request: Request }
  | { readonly kind: 'invalid'; readonly detail: string };

/** An array is an object to JavaScript, and nothing to us. */
export const asObject = (body: unknown): unknown => (Array.isArray(body) ? null : body);

/** Never quotes a value: it may be a card token. */
export function invalidBody(issues: readonly v.BaseIssue<unknown>[]): { kind: 'invalid'; detail: string } {
  return { kind: 'invalid', detail: issues.slice(0, 5).map(sentence).join(' ') };
}

function sentence(issue: v.BaseIssue<unknown>): string {
  const member = v.getDotPath(issue);
  if (member === null) return 'The body must be a JSON object.';
  if (issue.type === 'strict_object')
    return issue.expected === 'never' ? `There is no member ${shown(member)}.` : `The member ${member} is missing.`;
  return `${member} ${issue.message}.`;
}

/** A member's name as a sentence may quote it: bounded, and never a line of its own. */
export const shown = (member: string): string => JSON.stringify(member.slice(0, 64));
