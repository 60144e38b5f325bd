// Opens one connection to the benchmark's database and always closes it.
import pg from 'pg';

export async function withClient<Value>(
  database_url: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString: database_url });
  // If the server goes away, the running query fails too and reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
