// One structured line per event: ids, codes and numbers; never a body, a token, a header or a secret.

export type LogFact = string | number | boolean | null | undefined;
export type Log = (event: string, facts: Readonly<Record<string, LogFact>>) => void;
