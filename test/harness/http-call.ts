// One HTTP call of a test, and what came back for it.

export interface Body {
  readonly [member: string]: unknown;
  readonly type?: string;
  readonly status?: unknown;
  readonly orderId?: string;
  readonly attemptId?: string;
  readonly providerPaymentId?: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** `{}` when the text is no JSON object. */
  readonly body: Body;
}

export async function call(url: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: parsed(text) };
}

/** Where a list, or anything else that is no problem document, is expected. @throws Error unless it is a 2xx */
export async function read<T>(url: string, init: RequestInit = {}): Promise<T> {
  const { status, text } = await call(url, init);
  if (status < 200 || status > 299) throw new Error(`${init.method ?? 'GET'} ${url} answered ${status}: ${text}`);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

function parsed(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Body) : {};
  } catch {
    return {};
  }
}
