// What a function prints while a test runs: its log.

import { onTestFinished, vi } from 'vitest';

export function printed(): () => string {
  const spies = [process.stdout, process.stderr].map((stream) =>
    vi.spyOn(stream, 'write').mockImplementation(() => true),
  );
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return () => spies.flatMap(({ mock }) => mock.calls.map(([chunk]) => String(chunk))).join('');
}
