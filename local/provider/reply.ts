/** What the provider does with a request that it has read: answer it, stay silent, or cut the connection. */
export interface Answer {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

export type Reply =
  | { kind: 'answer'; answer: Answer; replayed: boolean }
  | { kind: 'silence' } // the socket stays open until the client gives up
  | { kind: 'reset' };

export const answered = (answer: Answer): Reply => ({ kind: 'answer', answer, replayed: false });

export const replayed = (stored: Answer): Reply => ({
  kind: 'answer',
  answer: { ...stored, headers: { ...stored.headers, 'Idempotent-Replayed': 'true' } },
  replayed: true,
});

export const json = (status: number, value: unknown): Answer => ({ status, body: JSON.stringify(value) });

/** `{error: {code, message, ...more}}`, the one shape of every error. */
export const failure = (status: number, code: string, message: string, more: Record<string, string> = {}): Answer =>
  json(status, { error: { code, message, ...more } });
