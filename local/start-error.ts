// What stops a start: one line that says what is wrong and what to do about it.

export class StartError extends Error {
  override readonly name = 'StartError';
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is taken',
  EACCES: 'may not be opened by this user',
};

/** Turns "cannot listen" into advice that names the option to change; any other error is passed on. */
export function portError(error: unknown, port: number, option: string): unknown {
  const { code, cause } = error as NodeJS.ErrnoException;
  const reason = REASONS[code ?? (cause as NodeJS.ErrnoException | undefined)?.code ?? ''];
  return reason === undefined
    ? error
    : new StartError(`port ${port} ${reason}: stop what uses it, or pass ${option} with another (0 = a free one)`);
}
