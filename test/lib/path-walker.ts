// Decides whether every field that a state reads was provided, on every path through a definition, each Catch included.

import type { Definition, Rule, State } from './definition.ts';

/** What Step Functions puts where a Catch says. */
const FAILURE_FIELDS = ['Error', 'Cause'];

export interface Walk {
  /** `State reads $.path, after A > B`: each would be States.Runtime, which nothing catches. */
  readonly missing: readonly string[];
  readonly reached: ReadonlySet<string>;
}

/** `input` and `result` name the fields of the run's input and of a task's result, as paths: `$.orderId`. */
export function walk(definition: Definition, input: readonly string[], result: readonly string[]): Walk {
  const missing = new Set<string>();
  const reached = new Set<string>();
  const seen = new Set<string>();
  const visit = (name: string, known: ReadonlySet<string>, route: readonly string[]): void => {
    const state = definition.States[name];
    if (!state) throw new Error(`there is no state ${name}`);
    const place = JSON.stringify([name, [...known].sort()]);
    if (seen.has(place)) return;
    seen.add(place);
    reached.add(name);
    const report = (path: string) => missing.add(`${name} reads ${path}, after ${route.join(' > ') || 'the start'}`);
    for (const path of inputReads(state)) if (!provides(known, path)) report(path);
    for (const path of Object.values(state.ResultSelector ?? {})) if (!result.includes(path)) report(path);
    const after = afterSuccess(state, known);
    if (state.OutputPath && !provides(after, state.OutputPath)) report(state.OutputPath);
    for (const next of nextOf(state)) visit(next, after, [...route, name]);
    for (const { Next, ResultPath } of state.Catch ?? [])
      visit(Next, put(known, ResultPath ?? '$', FAILURE_FIELDS), [...route, `${name} (caught)`]);
  };
  visit(definition.StartAt, new Set(input), []);
  return { missing: [...missing], reached };
}

const inputReads = (state: State): string[] => [
  ...(state.InputPath ? [state.InputPath] : []),
  ...(state.SecondsPath ? [state.SecondsPath] : []),
  ...(state.Choices ?? []).flatMap(variablesOf),
  ...templateReads(state.Parameters ?? {}),
];

const variablesOf = (rule: Rule): string[] => [
  ...(rule.Variable ? [rule.Variable] : []),
  ...(rule.And ?? []).flatMap(variablesOf),
];

const templateReads = (template: object): string[] =>
  Object.entries(template).flatMap(([key, value]) => {
    if (typeof value === 'object' && value !== null) return templateReads(value);
    return key.endsWith('.$') ? [value as string] : [];
  });

const nextOf = (state: State): string[] => [
  ...(state.Choices ?? []).flatMap(({ Next }) => (Next ? [Next] : [])),
  ...(state.Default ? [state.Default] : []),
  ...(state.Next ? [state.Next] : []),
];

function afterSuccess(state: State, known: ReadonlySet<string>): ReadonlySet<string> {
  if (state.Type !== 'Task' || state.ResultPath === null) return known;
  const fields = Object.keys(state.ResultSelector ?? {}).map((key) => key.replace(/\.\$$/, ''));
  return put(known, state.ResultPath ?? '$', fields);
}

/** A ResultPath replaces whatever stood there. */
function put(known: ReadonlySet<string>, at: string, fields: readonly string[]): ReadonlySet<string> {
  const kept = [...known].filter((path) => path !== at && !path.startsWith(`${at}.`));
  return new Set([...kept, ...fields.map((field) => `${at}.${field}`)]);
}

const provides = (known: ReadonlySet<string>, path: string): boolean =>
  path === '$' || [...known].some((field) => field === path || field.startsWith(`${path}.`));
