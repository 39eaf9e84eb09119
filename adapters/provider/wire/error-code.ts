// Which part of a connection's error may leave the adapter: its code. Messages may hold addresses or header values.

export const errorCodeOf = (error: Error): string =>
  'code' in error && typeof error.code === 'string' ? error.code : 'UNKNOWN';
