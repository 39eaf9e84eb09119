// What an adapter hands over of one complete HTTP reply, before anyone decides what it means.

/** A body that arrived whole. One that breaks off is a connection failure, not a reply. */
export type ReplyBody =
  | { readonly kind: 'json'; readonly value: unknown }
  /** Not UTF-8, not JSON, or larger than we read. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'empty' };

export interface ProviderReply {
  readonly status: number;
  /** The `Retry-After` header, unparsed. */
  readonly retryAfter: string | null;
  /** The provider said that this is the stored first result: for logs and metrics only. */
  readonly replayed: boolean;
  readonly body: ReplyBody;
}
