// What a template value is once its intrinsic functions are replaced by what they answer.

import { isJsonObject } from '../json.ts';
import { StartError } from '../start-error.ts';

export interface Scope {
  ref(logicalId: string): unknown;
  getAtt(logicalId: string, attribute: string): unknown;
}

/** `AWS::NoValue`: the property that has it is left out. */
const ABSENT = Symbol('AWS::NoValue');

type Intrinsic = (argument: unknown, scope: Scope) => unknown;

const INTRINSICS: Readonly<Record<string, Intrinsic>> = {
  Ref: (argument, scope) => (argument === 'AWS::NoValue' ? ABSENT : scope.ref(String(argument))),
  'Fn::GetAtt': (argument, scope) => {
    const [logicalId, ...attribute] = Array.isArray(argument) ? argument.map(String) : String(argument).split('.');
    return scope.getAtt(logicalId ?? '', attribute.join('.'));
  },
  'Fn::Join': (argument, scope) => {
    const [delimiter, parts] = list(argument, scope);
    return list(parts, scope).map(String).join(String(delimiter));
  },
  'Fn::Split': (argument, scope) => {
    const [delimiter, text] = list(argument, scope);
    return String(text).split(String(delimiter));
  },
  'Fn::Select': (argument, scope) => {
    const [index, items] = list(argument, scope);
    return list(items, scope)[Number(index)];
  },
  'Fn::Sub': (argument, scope) => {
    const [text, variables] = Array.isArray(argument) ? argument : [argument, {}];
    return String(text).replace(/\$\{([^}]+)\}/g, (_, name: string) => String(substitute(name, variables, scope)));
  },
};

export function resolve(value: unknown, scope: Scope): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, scope)).filter((item) => item !== ABSENT);
  if (!isJsonObject(value)) return value;
  const [key, ...others] = Object.keys(value);
  if (key !== undefined && others.length === 0 && (key === 'Ref' || key.startsWith('Fn::'))) {
    const intrinsic = INTRINSICS[key];
    if (intrinsic === undefined) {
      throw new StartError(`the template uses ${key}, which the local stack does not resolve: write it without`);
    }
    return intrinsic(value[key], scope);
  }
  const entries = Object.entries(value).map(([name, item]) => [name, resolve(item, scope)] as const);
  return Object.fromEntries(entries.filter(([, item]) => item !== ABSENT));
}

function list(argument: unknown, scope: Scope): unknown[] {
  const resolved = resolve(argument, scope);
  if (!Array.isArray(resolved))
    throw new StartError(`the template has ${JSON.stringify(argument)} where a list belongs`);
  return resolved;
}

function substitute(name: string, variables: unknown, scope: Scope): unknown {
  if (name.startsWith('!')) return `\${${name.slice(1)}}`;
  if (isJsonObject(variables) && name in variables) return resolve(variables[name], scope);
  const [logicalId = '', ...attribute] = name.split('.');
  return attribute.length === 0 ? scope.ref(logicalId) : scope.getAtt(logicalId, attribute.join('.'));
}
