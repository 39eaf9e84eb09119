// What the charge function says of each send in its own log: a timeout leaves no other trace.

export interface UnderstoodSend {
  readonly attemptId: string;
  /** A resumed attempt has a second one. */
  readonly run: number;
  /** Counted over all runs of the attempt. */
  readonly send: number;
  readonly outcome: string;
  readonly next: string;
}

export interface Understood {
  /** For the stack's log. */
  readonly log: (line: string) => void;
  /** The sends since the last call. */
  take(): readonly UnderstoodSend[];
  /** How often so far the table of the provider's health did not answer in time: neither breaker nor budget was asked then. */
  readonly unasked: number;
}

const LINE = /^\[Charge\] (\{.*\})$/;

export function createUnderstood(): Understood {
  const sends: UnderstoodSend[] = [];
  let unasked = 0;
  return {
    log: (line) => {
      const json = LINE.exec(line)?.[1];
      if (json === undefined) return;
      const { message, ...facts } = JSON.parse(json) as UnderstoodSend & { readonly message: string };
      if (message === 'send') sends.push(facts);
      if (message === 'health not known') unasked += 1;
    },
    take: () => sends.splice(0),
    get unasked() {
      return unasked;
    },
  };
}

/** What a check says then, which on a machine with time to spare is nothing. */
export const butFor = (unasked: number): string =>
  unasked === 0 ? '' : `; ${unasked} × the table did not answer in time, and nobody was asked`;
