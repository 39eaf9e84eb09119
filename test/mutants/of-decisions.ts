// Decisions that take one thing for another.

// biome-ignore-all lint/suspicious/noTemplateCurlyInString: it is source text that is looked for

import type { Mutant } from './mutant.ts';

const AFTER = 'core/reconcile/after-lookup.ts';
const NEXT = 'core/charge/next-step.ts';
const MEANING = 'core/outcome/reply-meaning.ts';
const LADDER = 'core/checkout/ladder.ts';

export const OF_DECISIONS: readonly Mutant[] = [
  {
    name: 'an unknown outcome read as a refusal',
    file: 'core/outcome/send-doubt.ts',
    find: "    case 'contractViolation':\n    case 'unknown':\n      return true;",
    replace: "    case 'contractViolation':\n      return true;\n    case 'unknown':\n      return false;",
  },
  { name: 'a 409 read as a decline', file: MEANING, find: "[409, 'processing'],", replace: "[409, 'declined']," },
  {
    name: 'a 409 read as a refusal',
    file: MEANING,
    find: "[409, 'processing'],",
    replace: "[409, 'refused'],",
    tests: ['test/scenarios/outcome-table.test.ts'],
  },
  { name: 'every 5xx read as a refusal', file: MEANING, find: "[5, 'serverError'],", replace: "[5, 'refused']," },
  {
    name: 'a timeout read as not sent',
    file: 'core/outcome/classify-failure.ts',
    find: "if (phase !== 'established') return",
    replace: "if (phase !== 'established' || TIMEOUT_CODES.has(code)) return",
  },
  {
    name: 'Failed although another send is doubtful',
    file: NEXT,
    find: '    clear && !othersDoubtful\n',
    replace: '    clear\n',
  },
  {
    name: 'Declined although another send is doubtful',
    file: NEXT,
    find: 'if (othersDoubtful && !(settings.provider.replaysFirstResult && allowsDoubtfulResend(settings)))',
    replace: 'if (othersDoubtful && false)',
  },
  {
    name: 'a not-found believed at once',
    file: AFTER,
    find: 'const READINGS_NEEDED = 2;',
    replace: 'const READINGS_NEEDED = 1;',
    tests: ['test/core/reconcile/after-lookup.test.ts'],
  },
  {
    name: 'a not-found believed however young the send',
    file: AFTER,
    find: 'if (seen.lastSentAt === undefined || secondsBetween(seen.lastSentAt, seenAt) < settings.abandonAfterSeconds)',
    replace: 'if (seen.lastSentAt === undefined)',
  },
  {
    name: 'an inconclusive lookup taken for not found',
    file: 'core/reconcile/listed-charges.ts',
    find: "if (lookup.kind === 'inconclusive') return { kind: 'open', because: lookup.reason };",
    replace: "if (lookup.kind === 'inconclusive') return { kind: 'notFound' };",
    tests: ['test/core/reconcile/listed-charges.test.ts'],
  },
  {
    name: 'Failed by the schedule while a run may still send',
    file: 'core/reconcile/before-lookup.ts',
    find: 'doubtfulSends(attempt).size === 0 && runDeadline(attempt, settings) <= now',
    replace: 'doubtfulSends(attempt).size === 0',
    tests: ['test/core/reconcile/before-lookup.test.ts'],
  },
  {
    name: 'replay before the fingerprint is compared',
    file: LADDER,
    find: "  if (key && key.fingerprint !== facts.fingerprint) return { kind: 'keyReused' };\n",
    replace: '',
    tests: ['test/core/checkout/ladder.test.ts'],
  },
  {
    name: 'another card taken for the same payment',
    file: LADDER,
    find: '  if (open.cardTokenHash !== facts.cardTokenHash)',
    replace: '  if (open.cardTokenHash === undefined)',
    tests: ['test/core/checkout/ladder.test.ts'],
  },
  {
    name: 'a declined key that pays on',
    file: LADDER,
    find: "  if (own?.status === 'Declined' && !own.held) return { kind: 'replay', attempt: own };\n",
    replace: '',
    tests: ['test/core/checkout/ladder.test.ts'],
  },
  {
    name: 'a key that was told "paid" is told "declined"',
    file: LADDER,
    find: "own?.status === 'Declined' && !own.held",
    replace: "own?.status === 'Declined'",
    tests: ['test/core/checkout/ladder.test.ts'],
  },
  {
    name: 'the tenant left out of the key',
    file: 'core/records/address.ts',
    find: 'pk: `KEY#${part(tenantId)}#',
    replace: 'pk: `KEY##',
  },
  {
    name: 'an expired key that still counts',
    file: 'core/records/client-key.ts',
    find: 'key.expiresAt > toSeconds(now)',
    replace: 'key.expiresAt > 0 * now',
    tests: ['test/core/records/client-key.test.ts', 'test/functions/checkout.test.ts'],
  },
  {
    name: 'a caller told 503 for what was given up',
    file: 'core/checkout/outcome-answer.ts',
    find: "    case 'Abandoned':\n      return pendingAnswer(order, attempt);",
    replace: "    case 'Abandoned':\n      return refuse('provider-unavailable', 'x', names);",
    tests: ['test/core/checkout/outcome-answer.test.ts'],
  },
  {
    name: 'a retry that asks no budget',
    file: NEXT,
    find: "step.kind === 'retry' && !step.credentials;",
    replace: "step.kind === 'retry' && step.credentials;",
    tests: ['test/functions/provider-health.test.ts'],
  },
  {
    name: 'an open breaker that lets all through',
    file: 'core/health/circuit-breaker.ts',
    find: "  if (health?.openUntil !== undefined && now < health.openUntil) return { kind: 'open', until: health.openUntil };\n",
    replace: "  if (health?.openUntil !== undefined && now < health.openUntil) return { kind: 'free' };\n",
    tests: ['test/core/health/circuit-breaker.test.ts'],
  },
  {
    name: 'a 503 always read as a refusal',
    file: MEANING,
    find: 'if (status >= 400 && refusalStatuses.includes(status))',
    replace: 'if (status === 503 || (status >= 400 && refusalStatuses.includes(status)))',
  },
  {
    name: 'a 502 read as a refusal',
    file: MEANING,
    find: 'if (status >= 400 && refusalStatuses.includes(status))',
    replace: 'if (status === 502 || (status >= 400 && refusalStatuses.includes(status)))',
  },
  { name: 'a redirect read as a refusal', file: MEANING, find: "[3, 'redirected'],", replace: "[3, 'refused']," },
  {
    name: 'a charge that the provider never made',
    file: 'core/writes/close-succeeded.ts',
    find: "set<Attempt>('providerPaymentId', providerPaymentId),",
    replace: "set<Attempt>('providerPaymentId', 'ch_000000'),",
  },
  {
    name: 'nobody looks on after a quarter of the time',
    file: AFTER,
    find: 'plusSeconds(attempt.firstSentAt ?? attempt.createdAt, settings.provider.keyRetentionSeconds);',
    replace: 'plusSeconds(attempt.firstSentAt ?? attempt.createdAt, settings.provider.keyRetentionSeconds / 4);',
  },
  {
    name: 'the money that stays is called due back',
    file: 'core/writes/close-succeeded.ts',
    find: 'return [stayPaid(ref, standing), openReview(refundDue(success, standing.paidBy))];',
    replace:
      'return [stayPaid(ref, standing), openReview(refundDue({ ...success, ref: { ...ref, attemptId: standing.paidBy } }, ref.attemptId))];',
  },
  {
    name: 'a paid order answered as if another payment were open',
    file: LADDER,
    find: "  if (order.status === 'Paid') return { kind: 'paid' };\n",
    replace:
      "  if (order.status === 'Paid' && key) return { kind: 'paid' };\n  if (order.status === 'Paid' && facts.paid) return { kind: 'otherPaymentOpen', attempt: facts.paid };\n",
  },
];
