/** Decides whether the body of `POST /v1/charges` describes a charge. */
import * as v from 'valibot';
import { type JsonBody, readJson } from './json-body.ts';

const minorUnits = 'must be a positive whole number of minor units';
const currency = 'must be three capital letters';
const filled = 'must be a string that is not empty';

const chargeBody = v.object({
  amount: v.pipe(v.number(minorUnits), v.safeInteger(minorUnits), v.minValue(1, minorUnits)),
  currency: v.pipe(v.string(currency), v.regex(/^[A-Z]{3}$/, currency)),
  source: v.pipe(v.string(filled), v.nonEmpty(filled)),
  description: v.exactOptional(v.string('must be a string')),
  merchant_reference: v.pipe(v.string(filled), v.nonEmpty(filled)),
});

export type ChargeBody = v.InferOutput<typeof chargeBody>;

export const readChargeBody = (bytes: Buffer): JsonBody<ChargeBody> => readJson(chargeBody, bytes);
