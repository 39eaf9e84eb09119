// How the key of a payment outlives the page: written before anything is sent, gone when the payment has ended.

/** `sessionStorage`, or anything that answers alike, also later: a device's storage, a row of your own. */
export interface KeyStorage {
  getItem(name: string): string | null | Promise<string | null>;
  setItem(name: string, value: string): unknown;
  removeItem(name: string): unknown;
}

/** All that is kept: no card, no token, no amount. */
export interface KeptKey {
  readonly key: string;
  /** A try has left under this key, and its end is not proved. */
  readonly inDoubt: boolean;
  /** The attempt that a 202 named. */
  readonly attemptId?: string;
}

export interface KeyBox {
  read(): Promise<KeptKey | null>;
  write(kept: KeptKey): Promise<void>;
  forget(): Promise<void>;
}

export function keyBox(storage: KeyStorage, orderId: string): KeyBox {
  const name = `paid-once:${orderId}`;
  return {
    read: async () => keptKeyIn(await storage.getItem(name)),
    async write({ key, inDoubt, attemptId }) {
      await storage.setItem(name, JSON.stringify({ key, inDoubt, attemptId }));
    },
    async forget() {
      await storage.removeItem(name);
    },
  };
}

function keptKeyIn(text: string | null): KeptKey | null {
  if (text === null) return null;
  try {
    const { key, inDoubt, attemptId } = JSON.parse(text);
    if (typeof key !== 'string' || key === '') return null;
    // Whatever does not say that nothing is in doubt is in doubt.
    return { key, inDoubt: inDoubt !== false, ...(typeof attemptId === 'string' ? { attemptId } : {}) };
  } catch {
    return null;
  }
}

/** For a caller whose key is kept elsewhere, such as a queue's message. */
export const keptElsewhere: KeyStorage = { getItem: () => null, setItem() {}, removeItem() {} };
