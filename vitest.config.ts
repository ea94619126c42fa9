import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// No 'import' here: it also reaches require(), and CommonJS packages would load each other's ESM build (pg does).
const conditions = ['source', 'node'];
const services = ['**/*.pg.test.ts', '**/*.e2e.test.ts'];
const skipped = ['**/node_modules/**', '**/dist/**', '.cache/**'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  environments: { __vitest__: { resolve: { conditions } } }, // where the global setup is loaded
  test: {
    // Two at once even on two cores: most suites wait for servers more than they compute.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      {
        extends: true,
        test: { name: 'unit', testTimeout: 30_000, include: ['**/*.test.ts'], exclude: [...services, ...skipped] },
      },
      {
        extends: true,
        test: {
          name: 'services',
          include: services,
          exclude: skipped,
          globalSetup: ['packages/testing/src/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // Real processes on a busy machine may once miss a deadline; twice is a fault.
          retry: process.env.CI === 'true' ? 1 : 0,
        },
      },
    ],
  },
});
