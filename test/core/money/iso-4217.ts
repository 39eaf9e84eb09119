// ISO 4217, list one, as published by its maintenance agency on 2026-01-01: codes, and how many digits a minor unit has.

const codes = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Funds, units of account, metals and codes that are no money; a card is never charged in them. */
export const NOT_PAYABLE = codes(`BOV CHE CHW CLF COU MXV USN UYI UYW XAD XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU
  XTS XUA XXX`);

/** No longer on list one: replaced, or gone with their state. */
export const WITHDRAWN = codes('ANG BGN CUC DEM FRF HRK ITL LTL MRO SLL STD VEF ZMK ZWL');

const LIST_ONE = codes(`AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BOV BRL BSD BTN BWP BYN
  BZD CAD CDF CHE CHF CHW CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS
  GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK
  LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB
  PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS
  TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW UZS VED VES VND VUV WST XAD XAF XAG XAU XBA XBB XBC XBD
  XCD XCG XDR XOF XPD XPF XPT XSU XTS XUA XXX YER ZAR ZMW ZWG`);

const OTHER_DIGITS: ReadonlyMap<string, number> = new Map([
  ...codes('BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF').map((c) => [c, 0] as const),
  ...codes('BHD IQD JOD KWD LYD OMR TND').map((c) => [c, 3] as const),
]);

/** Every currency that a card can be charged in, with its digits. */
export const PAYABLE: readonly (readonly [string, number])[] = LIST_ONE.filter(
  (code) => !NOT_PAYABLE.includes(code),
).map((code) => [code, OTHER_DIGITS.get(code) ?? 2]);
