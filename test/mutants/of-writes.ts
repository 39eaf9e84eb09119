// Deciding writes that forget a condition or a change.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is source text that is looked for

import type { Mutant } from './mutant.ts';

const CLAIM = 'core/writes/claim-send.ts';
const NEGATIVE = 'core/writes/close-negatively.ts';

export const OF_WRITES: readonly Mutant[] = [
  {
    name: 'the claim dropped: it holds whatever stands',
    file: CLAIM,
    find: '          IS_OPEN,\n          NOT_HELD,\n          runIs(resumes),\n          sendsAre(sends),',
    replace: '',
    tests: ['test/core/writes/claim-send.test.ts'],
  },
  {
    name: 'a send that is not put in doubt',
    file: CLAIM,
    find: "          include<Attempt>('doubtful', number),\n",
    replace: '',
  },
  {
    name: 'a send claimed although another attempt has paid',
    file: CLAIM,
    find: '          NOT_HELD,\n',
    replace: '',
    tests: ['test/core/writes/claim-send.test.ts'],
  },
  {
    name: 'a send claimed for an attempt that is over',
    file: CLAIM,
    find: '          IS_OPEN,\n',
    replace: '',
    tests: ['test/core/writes/claim-send.test.ts'],
  },
  {
    name: 'no fence: an older run goes on sending',
    file: CLAIM,
    find: '          runIs(resumes),\n',
    replace: '',
    tests: ['test/core/writes/claim-send.test.ts', 'test/scenarios/runs.test.ts'],
  },
  {
    name: 'two claims of the same number',
    file: CLAIM,
    find: '          sendsAre(sends),\n',
    replace: '',
    tests: ['test/core/writes/claim-send.test.ts'],
  },
  {
    name: 'readings that a new send does not reset',
    file: CLAIM,
    find: "          set<Attempt>('notFoundReadings', 0),\n",
    replace: '',
    tests: ['test/core/writes/claim-send.test.ts'],
  },
  {
    name: 'sent again where the provider takes no keys',
    file: CLAIM,
    find: '  provider.supportsIdempotencyKeys && provider.keepsChargesAnsweredWithErrors;',
    replace: '  provider.keepsChargesAnsweredWithErrors || true;',
  },
  {
    name: 'sent again after the provider forgot the key',
    file: CLAIM,
    find: '  now - (settings.provider.keyRetentionSeconds - inFlightSeconds(settings)) * 1000;',
    replace: '  now - (settings.provider.keyRetentionSeconds + inFlightSeconds(settings)) * 1000;',
  },
  {
    name: 'the key window weighed when it is read, not when it is claimed',
    file: CLAIM,
    find: '          insideKeyWindow(now, settings),\n',
    replace: '',
    tests: ['test/core/writes/claim-send.test.ts'],
  },
  {
    name: 'abandoned without the condition on sends',
    file: NEGATIVE,
    find: 'require: [IS_OPEN, sendsAre(sends)],',
    replace: 'require: [IS_OPEN],',
  },
  {
    name: 'a terminal state overwritten by older evidence',
    file: NEGATIVE,
    find: 'require: [IS_OPEN, sendsAre(sends)],',
    replace: 'require: [sendsAre(sends)],',
    tests: ['test/core/writes/close-negatively.test.ts'],
  },
  {
    name: 'the order not freed by a negative close',
    file: NEGATIVE,
    find: "changes: [set<Order>('status', 'Placed'), stopsWaiting],",
    replace: 'changes: [stopsWaiting],',
  },
  {
    name: 'no vigil over what was given up',
    file: NEGATIVE,
    find: '  const watch: readonly Change[] = nextLook\n',
    replace: '  const watch: readonly Change[] = nextLook === undefined\n',
  },
  {
    name: 'a success that does not pay its order',
    file: 'core/writes/close-succeeded.ts',
    find: "changes: [set<Order>('status', 'Paid'), set<Order>('paidAttemptId', ref.attemptId), ...more],",
    replace: "changes: [set<Order>('paidAttemptId', ref.attemptId), ...more],",
  },
  {
    name: 'a success that overwrites another',
    file: 'core/writes/close-succeeded.ts',
    find: '    require: [NOT_SUCCEEDED],',
    replace: '    require: [],',
    tests: ['test/scenarios/deciding-writes.test.ts', 'test/core/writes/close-succeeded.test.ts'],
  },
  {
    name: 'a late success that does not hold the open attempt',
    file: 'core/writes/close-succeeded.ts',
    find: "changes: [set<Attempt>('held', true), note(now, 'held', 'another attempt paid')],",
    replace: "changes: [note(now, 'held', 'another attempt paid')],",
    tests: ['test/core/writes/close-succeeded.test.ts'],
  },
  {
    name: 'a second charge that no person is told of',
    file: 'core/writes/close-succeeded.ts',
    find: 'return [stayPaid(ref, standing), openReview(refundDue(success, standing.paidBy))];',
    replace: 'return [stayPaid(ref, standing)];',
  },
  {
    name: 'a key that joins an attempt which is over',
    file: 'core/writes/accept.ts',
    find: "{ verb: 'check', at, require: [IS_OPEN] }",
    replace: "{ verb: 'check', at, require: [{ is: 'present', attribute: 'attemptId' } as never] }",
    tests: ['test/core/writes/accept.test.ts'],
  },
  {
    name: 'two attempts open for one order',
    file: 'core/writes/accept.ts',
    find: 'require: [ORDER_IS_PLACED, ORDER_WAITS_FOR_NONE],',
    replace: 'require: [],',
  },
  {
    name: 'a seal key that outlives its attempt',
    file: 'core/writes/attempt-writes.ts',
    find: "export const FORGET_CARD: Change = remove<Attempt>('sealKey');",
    replace: "export const FORGET_CARD: Change = remove<Attempt>('held');",
    tests: ['test/core/writes/close-negatively.test.ts'],
  },
];
