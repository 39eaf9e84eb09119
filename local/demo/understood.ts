// What the charge function made of each send, from its own log line: a timeout leaves no other trace.

const LINE = /^\[Charge\] (\{.*\})$/;

export interface Understood {
  /** For the stack's log. */
  readonly log: (line: string) => void;
  /** The lines since the last call. */
  take(): readonly string[];
}

export function createUnderstood(): Understood {
  let lines: string[] = [];
  return {
    log: (line) => {
      const json = LINE.exec(line)?.[1];
      if (json === undefined) return;
      const { message, send, outcome, next } = JSON.parse(json) as Record<string, string>;
      if (message === 'send') lines.push(`    = send ${send}: ${outcome} (${next})`);
    },
    take: () => {
      const taken = lines;
      lines = [];
      return taken;
    },
  };
}
