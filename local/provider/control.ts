/** What `PUT /_control` may say. It replaces the whole control: what it leaves out goes back to its default. */
import * as v from 'valibot';
import { type JsonBody, readJson } from './json-body.ts';

export const MODES = [
  'normal', // charges, answers at once
  'slow', // charges and answers at the end of delaySeconds; 409 meanwhile
  'error', // answers `status`, charges nothing, forgets the key
  'charged-error', // charges, answers `status`; the key replays that error though the money moved
  'late', // answers `status` now, charges after delaySeconds; 409 meanwhile, then the key replays the charge
  'drop', // never processed, never answered
  'reset', // never processed, connection reset
  'garbage', // charges, answers a 201 that breaks off; the key replays the good one
  'decline', // 402 for any source
] as const;

const DAY_SECONDS = 86_400;
const mode = `must be one of ${MODES.join(', ')}`;
const seconds = `must be a number of seconds from 0 to ${DAY_SECONDS}`;
const status = 'must be a whole number from 200 to 599';
const lookupStatus = 'must be a whole number from 300 to 599';
const retryAfter = 'must be a whole number of seconds or the text of the header';
const times = 'must be a whole number of at least 1';
const ratio = 'must be a number from 0 to 1';
const seed = 'must be a whole number';
const others = 'must be a list of modes, each with its own delaySeconds, status and retryAfter';

const secondsSchema = v.pipe(v.number(seconds), v.minValue(0, seconds), v.maxValue(DAY_SECONDS, seconds));

const statusSchema = (from: number, words: string) =>
  v.pipe(v.number(words), v.integer(words), v.minValue(from, words), v.maxValue(599, words));

const wholeSeconds = v.pipe(v.number(), v.integer(retryAfter), v.minValue(0, retryAfter));
const headerText = v.pipe(v.string(), v.regex(/^[\x20-\x7e]+$/, retryAfter));

const misbehaviour = {
  mode: v.picklist(MODES, mode),
  delaySeconds: v.exactOptional(secondsSchema),
  status: v.exactOptional(statusSchema(200, status)),
  retryAfter: v.exactOptional(v.union([wholeSeconds, headerText], retryAfter)),
};

const controlSchema = v.strictObject({
  ...misbehaviour,
  others: v.exactOptional(v.array(v.strictObject(misbehaviour), others)), // a POST that is hit meets any one of all
  times: v.exactOptional(v.pipe(v.number(times), v.safeInteger(times), v.minValue(1, times))),
  ratio: v.exactOptional(v.pipe(v.number(ratio), v.minValue(0, ratio), v.maxValue(1, ratio))),
  seed: v.exactOptional(v.pipe(v.number(seed), v.safeInteger(seed))),
  lookup: v.exactOptional(
    v.strictObject({
      status: v.exactOptional(statusSchema(300, lookupStatus)),
      lagSeconds: v.exactOptional(secondsSchema),
      pending: v.exactOptional(v.boolean('must be true or false')),
    }),
  ),
});

export type Mode = (typeof MODES)[number];
export type Control = v.InferOutput<typeof controlSchema>;

export const readControl = (bytes: Buffer): JsonBody<Control> => readJson(controlSchema, bytes);
