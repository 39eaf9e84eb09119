// Functions, adapters and workflows that leave something out, or do it twice.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is source text that is looked for

import type { Mutant } from './mutant.ts';

export const OF_EDGES: readonly Mutant[] = [
  {
    name: 'a provider key made anew for every send',
    file: 'functions/charge/charge.ts',
    find: 'provider.send({ providerKey: attempt.providerKey,',
    replace: 'provider.send({ providerKey: ambient.uuid() as never,',
  },
  {
    name: 'a new attempt keeps no key of its own: the order is the key',
    file: 'functions/checkout/accept-intent.ts',
    find: 'providerKey: providerKeyFrom(ambient.uuid()),',
    replace: 'providerKey: order.orderId as never,',
  },
  {
    name: 'one page of what is due only',
    file: 'functions/sweep/sweep.ts',
    find: '} while (cursor !== undefined);',
    replace: '} while (cursor === null);',
    tests: ['test/functions/sweep.test.ts'],
  },
  {
    name: 'one page of the provider’s list only',
    file: 'adapters/provider/wire/all-pages.ts',
    find: 'if (page.next === null) return',
    replace: 'if (page.next !== after || true) return',
    tests: ['test/adapters/provider/http/lookup.test.ts'],
  },
  {
    name: 'a look that is not moved on before it starts',
    file: 'functions/sweep/sweep.ts',
    find: '  if (!moved.written) return false;\n',
    replace: '',
    tests: ['test/functions/sweep.test.ts'],
  },
  {
    name: 'the card token in the run’s input',
    file: 'functions/checkout/start-run.ts',
    find: 'await deps.runs.start(refOf(intent, attempt), attempt.resumes, sealed);',
    replace: 'await deps.runs.start(refOf(intent, attempt), attempt.resumes, `${sealed}${intent.cardToken}` as never);',
  },
  {
    name: 'a failed task taken for not charged',
    file: 'lib/workflow/charge-states.ts',
    find: '      onFailure: onUnknown,',
    replace: '      onFailure: endings.notCharged,',
    tests: ['test/lib/workflows.test.ts', 'test/lib/workflow-runs.test.ts'],
  },
  {
    name: 'the state machine repeats what may have charged',
    file: 'lib/workflow/task-retry.ts',
    find: "errors: ['Lambda.TooManyRequestsException'],",
    replace: "errors: ['States.ALL'],",
    tests: ['test/lib/workflows.test.ts', 'test/lib/workflow-runs.test.ts'],
  },
  {
    name: 'the key to a card in a log',
    file: 'functions/charge/log-send.ts',
    find: 'clientKeyHash: attempt.clientKeyHash,',
    replace: 'clientKeyHash: attempt.sealKey,',
  },
  {
    name: 'a run that says NotCharged of what was given up',
    file: 'lib/workflow/reconcile-states.ts',
    find: "settledAs('Abandoned'), endings.abandoned",
    replace: "settledAs('Abandoned'), endings.notCharged",
    tests: ['test/lib/workflows.test.ts'],
  },
];
