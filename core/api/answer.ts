// What an endpoint answers, before it becomes a gateway's response.

import { type ProblemSlug, problem } from './problem.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
}

export const answer = (status: number, body: Answer['body'], headers: Answer['headers'] = {}): Answer => ({
  status,
  headers,
  body,
});

export const refuse = (
  slug: ProblemSlug,
  detail?: string,
  extensions: Answer['body'] = {},
  headers: Answer['headers'] = {},
): Answer => {
  const document = problem(slug, detail, extensions);
  return { status: document.status, headers, body: document };
};

/** The same final answer again. */
export const replayed = (given: Answer): Answer => ({
  ...given,
  headers: { ...given.headers, 'Idempotent-Replayed': 'true' },
});
