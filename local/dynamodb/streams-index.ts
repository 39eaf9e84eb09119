// Why writes stay fast with a stream on a table: dynoxide scans its stream records on each write unless they have an index.

export async function indexStreamRecords(file: string): Promise<void> {
  const { DatabaseSync } = await import('node:sqlite');
  const database = new DatabaseSync(file, { timeout: 5_000 });
  try {
    database.exec(
      `CREATE INDEX IF NOT EXISTS paid_once_stream_records
         ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`,
    );
  } finally {
    database.close();
  }
}
