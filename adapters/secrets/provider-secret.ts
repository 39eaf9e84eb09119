// How long a provider's secret read from Secrets Manager may be used, and when it is read again.

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

export interface ProviderSecretOptions {
  /** ARN or name. */
  readonly secretId: string;
  readonly client?: SecretsManagerClient;
  /** A rotated secret is noticed after this at the latest, or at once by the provider's 401. */
  readonly maxAgeMs?: number;
  /** Milliseconds of any monotonic clock. */
  readonly now?: () => number;
}

export interface ProviderSecret {
  /** Rejects with `ProviderSecretUnavailable`. */
  get(): Promise<string>;
  drop(): void;
}

export class ProviderSecretUnavailable extends Error {
  override readonly name = 'ProviderSecretUnavailable';
}

/** Concurrent gets share one request; a failure is not cached, nor is what a request brings that began before a drop. */
export function createProviderSecret(options: ProviderSecretOptions): ProviderSecret {
  const { secretId, maxAgeMs = 5 * 60_000, now = () => performance.now() } = options;
  const client = options.client ?? createClient();
  let cached: { readonly value: Promise<string>; readonly readAt: number } | null = null;

  const drop = (): void => {
    cached = null;
  };

  function get(): Promise<string> {
    if (cached !== null && now() - cached.readAt < maxAgeMs) return cached.value;
    const entry = { value: readSecret(client, secretId), readAt: now() };
    cached = entry;
    entry.value.catch(() => {
      if (cached === entry) cached = null;
    });
    return entry.value;
  }

  return { get, drop };
}

async function readSecret(client: SecretsManagerClient, secretId: string): Promise<string> {
  let text: string | undefined;
  try {
    text = (await client.send(new GetSecretValueCommand({ SecretId: secretId }))).SecretString;
  } catch (cause) {
    throw new ProviderSecretUnavailable('the secret could not be read', { cause });
  }
  // An editor's trailing newline is no part of a secret.
  const secret = text?.trim() ?? '';
  if (secret === '') throw new ProviderSecretUnavailable('the secret holds no text');
  return secret;
}

/** Short, because a charge waits for it: two tries fit into the room that its function has beside the attempt. */
const createClient = (): SecretsManagerClient =>
  new SecretsManagerClient({
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 1_500, throwOnRequestTimeout: true },
  });
