import { defineConfig } from 'vitest/config';

/** The tests of core alone, and those that hold its writes: none of them needs an engine, or waits. */
export default defineConfig({
  test: {
    include: [
      'test/core/**/*.test.ts',
      'test/contract/memory-store.test.ts',
      'test/functions/provider-health-races.test.ts',
    ],
    testTimeout: 60_000,
  },
});
