/** The currency codes of ISO 4217 (list one, 2026) by how many decimals separate the unit from its minor unit. */
const codes: readonly (readonly [decimals: number, codes: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [
    2,
    `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD CAD CDF CHE CHF CHW CNY
    COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS
    INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR
    MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP
    STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR ZMW ZWG`,
  ],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
];
const decimalsOf = new Map(codes.flatMap(([decimals, list]) => list.split(/\s+/).map((code) => [code, decimals])));

/** An amount as people write it, exactly, for instance `EUR 129.00`; of a currency that ISO 4217 does not list, in minor units. */
export const amountText = (minor: number | bigint, currency: string): string => {
  const decimals = decimalsOf.get(currency);
  if (decimals === undefined) return `${minor} minor units of ${currency}`;
  const digits = String(minor).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${currency} ${decimals === 0 ? whole : `${whole}.${digits.slice(-decimals)}`}`;
};

/**
 * The minor units of an amount in major units, computed from its digits and never from a floating-point number.
 * @param amount digits, for instance `1000.00`; zeros behind the last decimal of the currency may follow.
 * @returns undefined where it is no such amount, is no whole number of minor units, is larger than 2^53 - 1, or is in a
 * currency that ISO 4217 does not list.
 */
export const minorUnits = (amount: string, currency: string): number | undefined => {
  const decimals = decimalsOf.get(currency);
  const [, whole, fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(amount) ?? [];
  if (decimals === undefined || whole === undefined || /[^0]/.test(fraction.slice(decimals))) return undefined;
  const minor = Number(whole + fraction.slice(0, decimals).padEnd(decimals, '0'));
  return Number.isSafeInteger(minor) ? minor : undefined;
};
