import { expect, test } from 'vitest';
import { startProvider } from '#local/provider/server.ts';
import { callsTo, eventually, provider } from './provider-client.ts';

test('two providers in one process share nothing', async () => {
  const [one, other] = [await provider(), await provider()];
  await one.charge('"k1"');
  expect(await other.charged()).toEqual([]);
  expect(one.url).toBe(`http://127.0.0.1:${one.port}`);
});

test('a taken port rejects with one clear line', async () => {
  const { port } = await provider();
  await expect(startProvider({ port })).rejects.toThrow(
    new RegExp(`^port ${port} is taken: another process listens on 127\\.0\\.0\\.1:${port}$`),
  );
});

test('close ends open exchanges at once and frees the port', async () => {
  const running = await startProvider();
  const { charge, control, requests } = callsTo(running.url);
  await control({ mode: 'slow', delaySeconds: 3600 });
  const open = charge('"k1"').catch(() => 'cut');
  await eventually(async () => expect(await requests()).toHaveLength(1));
  await running.close();
  expect(await open).toBe('cut');
  const again = await startProvider({ port: running.port });
  await again.close();
});
