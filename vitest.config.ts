import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Most of the time is waiting for real seconds to pass, so more files than cores may be under way.
    maxWorkers: 3,
  },
});
