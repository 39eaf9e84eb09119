// Whether we hold a secret that can be put on the wire; why not is a short code, never the secret.

export interface SecretSource {
  get(): Promise<string>;
  /** Forgets the cached secret, so that the next get reads it again. */
  drop(): void;
}

export type Bearer =
  | { readonly kind: 'ready'; readonly authorization: string }
  | { readonly kind: 'missing'; readonly code: 'SECRET_UNREADABLE' | 'SECRET_UNUSABLE' };

/** Visible ASCII. Anything else could not stand in a header, and node:http would throw it into a log. */
const TOKEN = /^[\x21-\x7e]+$/;

export async function readBearer(source: Pick<SecretSource, 'get'>): Promise<Bearer> {
  try {
    const secret = await source.get();
    if (!TOKEN.test(secret)) return { kind: 'missing', code: 'SECRET_UNUSABLE' };
    return { kind: 'ready', authorization: `Bearer ${secret}` };
  } catch {
    return { kind: 'missing', code: 'SECRET_UNREADABLE' };
  }
}
