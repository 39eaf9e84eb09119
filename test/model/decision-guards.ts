// The guards in core's decisions, and in the habits of the shell: what is hidden from each, and where it is missed.

import { type Guard, setting, showing, uncompared } from './guards.ts';
import { ago } from './ticks.ts';

const NO_DOUBT = { doubtful: new Set<number>() };
const ONLY_THIS_SEND = () => ({ doubtful: new Set([1]), sends: 1 });

export const DECISION_GUARDS: readonly Guard[] = [
  {
    is: 'a reply: a decline closes nothing beside another doubtful send that it may not speak for',
    shown: showing('nextStepDeclined', () => NO_DOUBT),
    worlds: ['noReplay'],
  },
  {
    is: 'a reply: a refusal closes nothing beside another doubtful send',
    shown: showing('nextStep', () => NO_DOUBT),
    worlds: ['busy', 'noReplay'],
  },
  { is: 'a reply: 409, 5xx and silence prove no refusal', habit: 'refusalProved', worlds: ['busy'] },
  { is: 'a reply: 503 is a refusal only by contract', habit: 'refusalByContract', worlds: ['busy'] },
  { is: 'before a lookup: nothing is doubtful', shown: showing('beforeLookup', () => NO_DOUBT), worlds: ['busy'] },
  {
    is: 'before a lookup: the deadline of the run has passed',
    shown: setting('beforeLookup', { chargeDeadlineSeconds: 0 }),
    worlds: ['busy', 'withheld'],
    explained: 'fenced by `sends`; it spares a run that is about to send',
  },
  {
    is: 'after a lookup: abandonAfterSeconds since the last send',
    shown: setting('afterLookup', { abandonAfterSeconds: 0 }),
    worlds: ['timing', 'busy'],
  },
  {
    is: 'after a lookup: two readings',
    shown: showing('afterLookup', () => ({ notFoundReadings: 1, lastCheckedAt: ago(1000) })),
    worlds: ['falseMiss'],
  },
  {
    is: 'after a lookup: readings lie recheckSeconds apart',
    shown: setting('afterLookup', { recheckSeconds: 0 }),
    worlds: ['falseMiss'],
  },
  {
    is: "after a lookup: a listed decline is the one doubtful send's own",
    shown: showing('afterLookupDeclined', ONLY_THIS_SEND),
    worlds: ['noReplay'],
  },
  {
    is: 'a checkout compares the fingerprint, and so does the put of its key',
    habit: 'fingerprintCompared',
    rewrite: uncompared('fingerprint'),
    worlds: ['torn', 'keys'],
  },
  {
    is: 'a checkout compares the fingerprint',
    habit: 'fingerprintCompared',
    worlds: ['torn'],
    explained: 'the put of the key compares it again; what is lost is the 422',
  },
  { is: 'a checkout reads the earlier attempts of its key', habit: 'earlierAttemptsRead', worlds: ['late'] },
  {
    is: 'an execution is started once by its name',
    habit: 'oneExecutionPerName',
    worlds: ['withheld'],
    explained: 'two runs of one number claim their sends one by one',
  },
  {
    is: 'a close uses the `sends` of the read before its lookup',
    habit: 'sendsFromBeforeTheLookup',
    worlds: ['window', 'busy'],
  },
  { is: 'the same payment told again is no second charge', habit: 'samePaymentKnown', worlds: ['busy'] },
  { is: 'a person decides with the `sends` that were seen', habit: 'sendsThatThePersonSaw', worlds: ['person'] },
  { is: 'a person decides on evidence that is late enough', habit: 'evidenceLateEnough', worlds: ['person'] },
];
