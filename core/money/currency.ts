// How many decimal digits a currency's minor unit has (ISO 4217:2015, list one, as amended to 2026-01).

import type { Brand } from '../brand.ts';

/** An active ISO 4217 alphabetic code. */
export type Currency = Brand<string, 'Currency'>;

// Funds codes and metals (XAU, XDR, XXX and the like) are no money that a card can be charged with.
const TWO_DIGITS = `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
  CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
  INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN
  NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN
  SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG`;
const NO_DIGITS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THREE_DIGITS = 'BHD IQD JOD KWD LYD OMR TND';

const codes = (text: string): string[] => text.split(/\s+/);
const NONE: ReadonlySet<string> = new Set(codes(NO_DIGITS));
const THREE: ReadonlySet<string> = new Set(codes(THREE_DIGITS));
const ALL: ReadonlySet<string> = new Set([...codes(TWO_DIGITS), ...NONE, ...THREE]);

export const isCurrency = (text: unknown): text is Currency => typeof text === 'string' && ALL.has(text);

/** @throws RangeError */
export function currency(text: string): Currency {
  if (!isCurrency(text)) throw new RangeError('not an ISO 4217 currency');
  return text;
}

export function minorDigits(code: Currency): 0 | 2 | 3 {
  if (NONE.has(code)) return 0;
  return THREE.has(code) ? 3 : 2;
}
