#!/usr/bin/env node
// Keeps a copy of the totals of every card, and prints the id, copies and gem rate of each card that changes.
//
// GCD_API_KEY=… node follow-changes.mjs ./cards [--once]
import { GradedCardDataClient } from '@gcd/client';
import { Mirror } from '@gcd/client/node';

const [directory, once] = process.argv.slice(2);
if (!directory || !process.env.GCD_API_KEY) {
  console.error('GCD_API_KEY=… node follow-changes.mjs DIRECTORY [--once]');
  process.exit(2);
}

const client = new GradedCardDataClient({
  baseUrl: process.env.GCD_API_URL,
  apiKey: process.env.GCD_API_KEY,
});
const mirror = await Mirror.open(client, directory);
for await (const { changed, removed } of mirror.follow({ once: once === '--once' })) {
  for (const card of changed) console.log(`${card.card_id}\t${card.total}\t${card.gem_rate}`);
  for (const cardId of removed) console.log(`${cardId}\tmatched`);
}
