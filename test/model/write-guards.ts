// The guards in core's writes: each is one condition or one change, and where it is missed.

import { type Guard, ofAttempt, ofKey, ofOrder, unasked, unmade } from './guards.ts';

export const WRITE_GUARDS: readonly Guard[] = [
  {
    is: 'accept: the order is Placed',
    rewrite: unasked('accept', ofOrder, 'status'),
    worlds: ['cards', 'late'],
  },
  {
    is: 'accept: the order waits for no attempt',
    rewrite: unasked('accept', ofOrder, 'openAttemptId'),
    worlds: ['cards', 'stale'],
    explained: 'a Placed order waits for none (I4 holds that); kept as a second lock',
  },
  {
    is: 'accept: the key is free, or leads to the ended attempt that was seen',
    rewrite: unasked('accept', ofKey, 'pk'),
    worlds: ['torn', 'keys'],
  },
  { is: 'join: the attempt is open', rewrite: unasked('join', ofAttempt, 'status'), worlds: ['cards', 'keys', 'torn'] },
  {
    is: 'join: the key is free',
    rewrite: unasked('join', ofKey, 'pk'),
    worlds: ['torn'],
    explained: 'while an attempt is open no other is accepted: the key could lead to this one only',
  },
  {
    is: 'claim: the attempt is open',
    rewrite: unasked('claim-send', ofAttempt, 'status'),
    worlds: ['window', 'noReplay'],
    readsClosed: true,
  },
  { is: 'claim: not held', rewrite: unasked('claim-send', ofAttempt, 'held'), worlds: ['late', 'lateResume'] },
  {
    is: 'claim: this run is the newest',
    rewrite: unasked('claim-send', ofAttempt, 'resumes'),
    worlds: ['withheld', 'noReplay'],
    explained: 'a fence of ownership and traffic: two runs send the same key, and each claim is counted',
  },
  {
    is: 'claim: no other claim since `sends` was read',
    rewrite: unasked('claim-send', ofAttempt, 'sends'),
    worlds: ['withheld', 'small'],
  },
  {
    is: 'claim: inside the key window',
    rewrite: unasked('claim-send', ofAttempt, 'firstSentAt'),
    worlds: ['window'],
  },
  {
    is: 'claim: before the deadline of the run',
    rewrite: unasked('claim-send', ofAttempt, 'lastStartedAt'),
    worlds: ['busy', 'withheld', 'lookupsWork'],
    explained: 'a bound on time: a negative close is fenced by `sends`, not by the clock',
  },
  {
    is: 'claim: nothing in doubt, if a second send is not recognised',
    rewrite: unasked('claim-send', ofAttempt, 'doubtful'),
    worlds: ['unstoredErrors', 'noKeys'],
  },
  { is: 'claim: the send becomes doubtful', rewrite: unmade('claim-send', 'doubtful'), worlds: ['busy', 'noReplay'] },
  {
    is: 'claim: readings begin anew',
    rewrite: unmade('claim-send', 'notFoundReadings'),
    worlds: ['resent'],
  },
  {
    is: 'close Succeeded: not yet Succeeded',
    rewrite: unasked('close-succeeded', ofAttempt, 'status'),
    worlds: ['keysLie', 'late'],
  },
  {
    is: 'close Succeeded: the order stands as it was read',
    rewrite: unasked('close-succeeded', ofOrder, 'status', 'openAttemptId', 'paidAttemptId'),
    worlds: ['stale', 'late'],
  },
  {
    is: 'close Succeeded: what it supersedes has not sent',
    rewrite: unasked('close-succeeded', ofAttempt, 'sends'),
    worlds: ['stale'],
  },
  {
    is: 'close Succeeded: an open attempt that has sent is held',
    rewrite: unmade('close-succeeded', 'held'),
    worlds: ['late', 'lateResume'],
  },
  {
    is: 'close Succeeded: a second charge is put in review',
    rewrite: unmade('close-succeeded', 'kind'),
    worlds: ['late', 'keysLie'],
  },
  {
    is: 'close negatively: the attempt is open',
    rewrite: unasked('close-negatively', ofAttempt, 'status'),
    worlds: ['stale', 'late'],
    readsClosed: true,
  },
  {
    is: 'close negatively: no send since `sends` was read',
    rewrite: unasked('close-negatively', ofAttempt, 'sends'),
    worlds: ['small'],
  },
  {
    is: 'close negatively: the order stands as it was read',
    rewrite: unasked('close-negatively', ofOrder, 'status', 'openAttemptId'),
    worlds: ['stale', 'late'],
  },
  {
    is: 'resume: the attempt is open',
    rewrite: unasked('resume', ofAttempt, 'status'),
    worlds: ['noReplay'],
    explained: 'the new run would find its attempt closed, and claim nothing',
    readsClosed: true,
  },
  {
    is: 'resume: not held',
    rewrite: unasked('resume', ofAttempt, 'held'),
    worlds: ['lateResume'],
    explained: 'the new run would find its attempt held, and claim nothing',
  },
  {
    is: 'count a reading: no send since `sends` was read',
    rewrite: unasked('count-reading', ofAttempt, 'sends'),
    worlds: ['resent', 'window'],
  },
  {
    is: 'count a reading: no other reading since',
    rewrite: unasked('count-reading', ofAttempt, 'lastCheckedAt'),
    worlds: ['falseMiss'],
  },
];
