// One connection to the benchmark's database, closed whatever happens.
import pg from 'pg';

export async function withClient<Value>(
  database_url: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const client = new pg.Client({ connectionString: database_url });
  // A server that goes away also fails the query under way, which is what is told.
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
