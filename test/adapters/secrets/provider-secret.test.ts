// How often the secret is read, against a Secrets Manager of real HTTP.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createProviderSecret } from '#adapters/secrets/provider-secret.ts';

const SECRET_ID = 'arn:aws:secretsmanager:eu-central-1:000000000000:secret:provider-abc';
type Answer = { readonly SecretString?: string } | 'denied';

/** The n-th read, from 1, gets `answer(n)`. `open` lets the answers of a closed gate go. */
async function secretsManager(answer: (nth: number) => Answer, { gated = false } = {}) {
  const asked: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  if (!gated) gate.resolve();
  const server = createServer(async (request, response) => {
    const body = JSON.parse(Buffer.concat(await request.toArray()).toString());
    const given = answer(asked.push({ target: request.headers['x-amz-target'], body }));
    await gate.promise;
    response.writeHead(given === 'denied' ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' });
    response.end(JSON.stringify(given === 'denied' ? { __type: 'AccessDeniedException', message: 'no' } : given));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new SecretsManagerClient({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  let nowMs = 1_000_000;
  onTestFinished(() => {
    client.destroy();
    server.close();
  });
  return {
    asked,
    client,
    open: gate.resolve,
    pass: (ms: number) => {
      nowMs += ms;
    },
    secret: createProviderSecret({ secretId: SECRET_ID, client, now: () => nowMs }),
  };
}

it('is read by its id, once in five minutes', async () => {
  const { secret, asked, pass } = await secretsManager((nth) => ({ SecretString: `sk_${nth}` }));
  expect([await secret.get(), await secret.get()]).toEqual(['sk_1', 'sk_1']);
  expect(asked).toEqual([{ target: 'secretsmanager.GetSecretValue', body: { SecretId: SECRET_ID } }]);
  pass(299_999);
  expect(await secret.get()).toBe('sk_1');
  pass(1);
  expect(await secret.get()).toBe('sk_2');
  expect(asked).toHaveLength(2);
});

it('is read once for all who ask at the same time', async () => {
  const { secret, asked, open } = await secretsManager((nth) => ({ SecretString: `sk_${nth}` }), { gated: true });
  const all = Array.from({ length: 20 }, () => secret.get());
  open();
  expect(new Set(await Promise.all(all))).toEqual(new Set(['sk_1']));
  expect(asked).toHaveLength(1);
});

it('is read again after a drop', async () => {
  const { secret } = await secretsManager((nth) => ({ SecretString: `sk_${nth}` }));
  await secret.get();
  secret.drop();
  expect(await secret.get()).toBe('sk_2');
});

it('that was asked for before a drop is not kept after it', async () => {
  const { secret, open } = await secretsManager((nth) => ({ SecretString: `sk_${nth}` }), { gated: true });
  const before = secret.get();
  secret.drop();
  const after = secret.get();
  open();
  expect(new Set(await Promise.all([before, after]))).toEqual(new Set(['sk_1', 'sk_2']));
  expect(await secret.get()).toBe(await after);
});

it('that could not be read is asked for again, and the failure says nothing of the secret', async () => {
  const { secret } = await secretsManager((nth) => (nth === 1 ? 'denied' : { SecretString: 'sk_2' }));
  await expect(secret.get()).rejects.toMatchObject({
    name: 'ProviderSecretUnavailable',
    message: 'the secret could not be read',
    cause: { name: 'AccessDeniedException' },
  });
  expect(await secret.get()).toBe('sk_2');
});

it('that fails after a drop does not take its successor away', async () => {
  const { secret, asked, open } = await secretsManager((nth) => (nth === 1 ? 'denied' : { SecretString: 'sk_2' }), {
    gated: true,
  });
  const before = expect(secret.get()).rejects.toThrow('could not be read');
  await expect.poll(() => asked.length).toBe(1);
  secret.drop();
  const after = secret.get();
  open();
  await before;
  expect([await after, await secret.get()]).toEqual(['sk_2', 'sk_2']);
  expect(asked).toHaveLength(2);
});

it('loses its trailing newline, and is no secret when it holds no text', async () => {
  const { secret } = await secretsManager(
    (nth) => [{ SecretString: 'sk_1\n' }, { SecretString: ' \n' }, {}][nth - 1] ?? {},
  );
  expect(await secret.get()).toBe('sk_1');
  secret.drop();
  await expect(secret.get()).rejects.toThrow('holds no text');
  await expect(secret.get()).rejects.toThrow('holds no text');
});

it('that nobody hands out is given up after two tries, in less than four seconds', async () => {
  const { asked, client } = await secretsManager(() => ({ SecretString: 'sk_1' }), { gated: true });
  const { protocol, hostname, port } = (await client.config.endpoint?.()) ?? {};
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `${protocol}//${hostname}:${port}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  onTestFinished(() => void vi.unstubAllEnvs());
  const startedAt = performance.now();
  await expect(createProviderSecret({ secretId: SECRET_ID }).get()).rejects.toThrow('could not be read');
  expect(performance.now() - startedAt).toBeLessThan(4_000);
  expect(asked).toHaveLength(2);
});
