// How long we insist on a request to the tables: bounded, jittered, with everything frozen; then the table is unavailable.

/** The tables did not answer within our retries: what we asked for may or may not have happened. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

export interface Persistence {
  readonly tries: number;
  /** Full jitter over base * 2^n, at most cap. Milliseconds. */
  readonly baseMs: number;
  readonly capMs: number;
  readonly random: () => number;
  readonly sleep: (ms: number) => Promise<void>;
}

export const PERSISTENCE: Persistence = {
  tries: 5,
  baseMs: 25,
  capMs: 400,
  random: Math.random,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

/** Thrown by an attempt that may be made again, unchanged. */
export class TryAgain extends Error {
  override readonly name = 'TryAgain';
}

/** Errors of DynamoDB and of the network after which the same request, with the same token, may be sent again. */
const PASSING = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'RequestLimitExceeded',
  'InternalServerError',
  'TransactionConflictException',
  'TransactionInProgressException',
  'ServiceUnavailable',
  'TimeoutError',
  'TryAgain',
]);

export function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (PASSING.has(error.name)) return true;
  const { $metadata, code } = error as Error & { $metadata?: { httpStatusCode?: number }; code?: string };
  const status = $metadata?.httpStatusCode;
  // No status: the request or its answer was lost on the way; a system call's code says so.
  if (status === undefined) return code !== undefined;
  // An error with a 2xx: the table did it, and its answer broke off or cannot be read.
  return status < 300 || status >= 500;
}

/** Runs `request` until it answers. @throws StoreUnavailable after the last try; anything that is no passing trouble at once. */
export async function persist<Answer>(request: () => Promise<Answer>, p: Persistence = PERSISTENCE): Promise<Answer> {
  for (let tried = 1; ; tried++) {
    try {
      return await request();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (tried >= p.tries) throw new StoreUnavailable(`no answer from the table in ${tried} tries`, { cause: error });
      await p.sleep(p.random() * Math.min(p.capMs, p.baseMs * 2 ** (tried - 1)));
    }
  }
}
