// What AWS asks for, and what counts come to: list prices of us-east-1 without free tiers, as read in November 2026.

export const PRICES = {
  readOn: 'November 2026',
  region: 'us-east-1',
  /** Dollars per million. */
  perMillion: {
    states: { what: 'Step Functions Standard, states entered', dollars: 25 },
    writeUnits: { what: 'DynamoDB on demand, write units', dollars: 0.625 },
    readUnits: { what: 'DynamoDB on demand, read units', dollars: 0.125 },
    invocations: { what: 'Lambda requests', dollars: 0.2 },
    apiRequests: { what: 'API Gateway HTTP API requests', dollars: 1 },
  },
} as const;

export type Priced = keyof typeof PRICES.perMillion;
export type Consumption = Readonly<Record<Priced, number>>;

export const PRICED = Object.keys(PRICES.perMillion) as Priced[];

/** Of one kind, for a million of what consumes it. */
export const dollarsFor = (kind: Priced, count: number): number => PRICES.perMillion[kind].dollars * count;

export const dollarsPerMillion = (consumed: Consumption): number =>
  PRICED.reduce((sum, kind) => sum + dollarsFor(kind, consumed[kind]), 0);
