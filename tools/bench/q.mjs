import { startProduct } from './search/product.mjs';
const p = await startProduct([], undefined, '/tmp/acc/accuracy');
for (const q of process.argv.slice(2)) {
  const d = await p.search(q);
  console.log('##', q, d.total, d.corrected_query ?? '', JSON.stringify(d.ignored_words));
  for (const r of (d.results ?? []).slice(0, 6)) console.log('   ', r.description, '|', r.total_population);
}
process.exit(0);
