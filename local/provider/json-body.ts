/** Reads a JSON body against a schema, and names the first field that is wrong. The value itself is never quoted. */
import * as v from 'valibot';

export type JsonBody<T> = { kind: 'valid'; value: T } | { kind: 'invalid'; field: string; message: string };

const NOT_OBJECT = 'must be a JSON object';

export function readJson<T>(schema: v.GenericSchema<unknown, T>, bytes: Buffer): JsonBody<T> {
  const parsed = parse(bytes);
  if (parsed === undefined) return invalid('body', 'must be JSON');
  if (Array.isArray(parsed.json)) return invalid('body', NOT_OBJECT); // valibot takes an array for an object
  const result = v.safeParse(schema, parsed.json);
  if (result.success) return { kind: 'valid', value: result.output };
  const [issue] = result.issues;
  return invalid(v.getDotPath(issue) ?? 'body', describe(issue));
}

const invalid = (field: string, words: string): JsonBody<never> => ({
  kind: 'invalid',
  field,
  message: `${field}: ${words}`,
});

function describe(issue: v.BaseIssue<unknown>): string {
  const aboutObject = issue.type === 'object' || issue.type === 'strict_object';
  if (!aboutObject) return issue.message;
  if (issue.expected === 'Object') return NOT_OBJECT;
  return issue.expected === 'never' ? 'is not a known field' : 'is missing';
}

function parse(bytes: Buffer): { json: unknown } | undefined {
  try {
    return { json: JSON.parse(bytes.toString('utf8')) };
  } catch {
    return undefined;
  }
}
