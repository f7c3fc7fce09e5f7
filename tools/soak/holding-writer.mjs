import pg from 'pg';

const client = new pg.Client(process.env.DATABASE_URL);
await client.connect();
await client.query('begin');
await client.query('select publish_card_changes($1)', [[Number(process.env.CARD)]]);
process.send('holding');
process.once('message', async () => {
  await client.query('commit');
  process.send('committed', () => process.exit());
});
