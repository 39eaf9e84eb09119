// A deciding write's conditions and changes as DynamoDB expressions, with every name and value as a placeholder.

import { assertNever } from '#core/assert-never.ts';
import type { Change, Condition, Value } from '#core/writes/write.ts';
import { appendText } from './bounded-list.ts';

/** Collects placeholders for one request item. */
export class Placeholders {
  readonly names: Record<string, string> = {};
  readonly values: Record<string, Value> = {};
  readonly #byName = new Map<string, string>();

  name(attribute: string): string {
    const known = this.#byName.get(attribute);
    if (known !== undefined) return known;
    const placeholder = `#${this.#byName.size}`;
    this.#byName.set(attribute, placeholder);
    this.names[placeholder] = attribute;
    return placeholder;
  }

  value(value: Value): string {
    const placeholder = `:${Object.keys(this.values).length}`;
    this.values[placeholder] = value;
    return placeholder;
  }
}

export const conditionExpression = (require: readonly Condition[], p: Placeholders): string =>
  require.map((condition) => conditionText(condition, p)).join(' AND ');

function conditionText(condition: Condition, p: Placeholders): string {
  switch (condition.is) {
    case 'absent':
      return `attribute_not_exists(${p.name(condition.attribute)})`;
    case 'present':
      return `attribute_exists(${p.name(condition.attribute)})`;
    case 'equal':
      return `${p.name(condition.attribute)} = ${p.value(condition.value)}`;
    case 'different': {
      // DynamoDB's <> holds for a missing attribute; ours does not.
      const name = p.name(condition.attribute);
      return `(attribute_exists(${name}) AND ${name} <> ${p.value(condition.value)})`;
    }
    case 'atMost':
      return `${p.name(condition.attribute)} <= ${p.value(condition.value)}`;
    case 'moreThan':
      return `${p.name(condition.attribute)} > ${p.value(condition.value)}`;
    case 'any':
      return `(${condition.of.map((c) => conditionText(c, p)).join(' OR ')})`;
    case 'all':
      return `(${condition.of.map((c) => conditionText(c, p)).join(' AND ')})`;
    default:
      return assertNever(condition);
  }
}

type Clause = 'SET' | 'ADD' | 'DELETE' | 'REMOVE';

/** `listsAreFull`: see bounded-list.ts. */
export function updateExpression(changes: readonly Change[], p: Placeholders, listsAreFull = false): string {
  const clauses = new Map<Clause, string[]>();
  for (const change of changes) {
    const [clause, text] = changeText(change, p, listsAreFull);
    clauses.set(clause, [...(clauses.get(clause) ?? []), text]);
  }
  return [...clauses].map(([clause, texts]) => `${clause} ${texts.join(', ')}`).join(' ');
}

function changeText(change: Change, p: Placeholders, listsAreFull: boolean): [Clause, string] {
  const name = p.name(change.attribute);
  switch (change.do) {
    case 'set':
      return ['SET', `${name} = ${p.value(change.value)}`];
    case 'setIfAbsent':
      return ['SET', `${name} = if_not_exists(${name}, ${p.value(change.value)})`];
    case 'add':
      return ['ADD', `${name} ${p.value(change.by)}`];
    case 'include':
      return ['ADD', `${name} ${p.value(new Set([change.member]))}`];
    case 'exclude':
      return ['DELETE', `${name} ${p.value(new Set([change.member]))}`];
    case 'remove':
      return ['REMOVE', name];
    case 'append':
      return ['SET', appendText(change, p, listsAreFull)];
    default:
      return assertNever(change);
  }
}
