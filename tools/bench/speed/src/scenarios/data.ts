import { createEnvironment, type Environment } from '../environment.js';
import { type Bench, type Case, measure, uniform, warmUp } from '../measure.js';
import { ratio, totalCpu } from '../metrics.js';
import { atMost, COST_COLUMNS, costs, decimal, type Section } from '../section.js';

const TIMES = 10;

/** Compares cert lookups on the whole dataset with the same lookups on a tenth of it. */
export async function data(bench: Bench, full: Environment): Promise<Section> {
  const tenth = await createEnvironment({
    cards: Math.round(full.size.cards / TIMES),
    certs: Math.round(full.size.certs / TIMES),
  });
  try {
    const cases = [1, 64].flatMap((connections): Case[] =>
      [full, tenth].map((environment) => ({
        name: nameOf(environment, connections),
        target: {
          ...environment.product,
          parts: { ...environment.infrastructure.parts, ...environment.product.parts },
        },
        traffic: uniform(environment.certsFile),
        keysFile: environment.keysFile,
        shape: { connections },
      })),
    );
    await warmUp(bench, cases.slice(-2));
    const samples = await measure(bench, cases);
    const dearer = (connections: number): number =>
      ratio(samples, nameOf(full, connections), nameOf(tenth, connections), totalCpu);
    return {
      title: 'Ten times the data',
      text: 'Each dataset has its own servers. The last column is the CPU time of all processes, divided by the CPU time with the smaller dataset.',
      columns: ['dataset and load', ...COST_COLUMNS, 'all µs ÷ a tenth'],
      rows: cases.map(({ name, shape }) => {
        const connections = 'connections' in shape ? shape.connections : 0;
        const times = name === nameOf(full, connections) ? dearer(connections) : 1;
        return [name, ...costs(samples, name), decimal(times)];
      }),
      bounds: [
        atMost(`${nameOf(full, 64)}: cost per request ÷ a tenth of the data`, 1.15, dearer(64)),
      ],
      samples,
    };
  } finally {
    await tenth.stop();
  }
}

function nameOf({ size }: Environment, connections: number): string {
  return `${size.certs.toLocaleString('en-US')} certs, ${connections} connection${connections > 1 ? 's' : ''}`;
}
