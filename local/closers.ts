// In which order what was started is ended: the last first, all of it, however often it is asked.

export interface Closers {
  add(close: () => Promise<void> | void): void;
  close(): Promise<void>;
}

export function createClosers(): Closers {
  const closers: (() => Promise<void> | void)[] = [];
  let closing: Promise<void> | undefined;

  async function closeAll(): Promise<void> {
    const errors: unknown[] = [];
    for (const close of closers.splice(0).reverse()) {
      try {
        await close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'some parts of the stack did not end');
  }

  return {
    add: (close) => closers.push(close),
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}
