import {
  findCerts,
  getCertImages,
  getCertPopulation,
  getSpecPopulation,
  lookupCert,
  lookupSpec,
  verifyCert,
} from '@gcd/contracts';
import { z } from 'zod';
import { cert, grader, growthIf, specId, withGrowth } from '../inputs.js';
import { defineTool, type Tool } from '../tool.js';

/** Maximum number of certs that fit into a result. */
const MAX_CERTS = 40;

const [graded, authentication] = lookupCert.data.options;
const [, resolvedSpec] = lookupSpec.data.options;

/** Tools whose input is a grader's cert number or spec number. */
export const CERT_TOOLS: readonly Tool[] = [
  defineTool({
    name: 'lookup_cert',
    title: 'Look up a cert',
    description: 'One graded copy: its card, its grade, and how many copies have that grade.',
    input: z.object({ grader, cert }),
    output: graded.omit({ source: true, population: true, cross_grader: true }),
    run: (client, input) => client.lookupCert(input.grader, input.cert),
  }),
  defineTool({
    name: 'find_certs',
    title: 'Look up several certs',
    description: `Up to ${MAX_CERTS} graded copies, charged once per number. Without grader, all graders are searched, or the one that a number names ("PSA 64062046"). Unknown numbers are in not_found.`,
    input: z.object({ grader: grader.optional(), certs: z.array(cert).min(1).max(MAX_CERTS) }),
    output: findCerts.data,
    run: (client, input) =>
      input.grader ? client.lookupCerts(input.grader, input.certs) : client.findCerts(input.certs),
  }),
  defineTool({
    name: 'lookup_authentication',
    title: 'Look up an authentication',
    description: 'A signed item that PSA authenticated without grading a card.',
    input: z.object({ cert }),
    output: authentication,
    run: (client, input) => client.lookupAuthentication(input.cert),
  }),
  defineTool({
    name: 'get_cert_population',
    title: 'Population by cert',
    description: 'One graded copy with the population of its card across graders.',
    input: z.object({ grader, cert, with_growth: withGrowth }),
    output: getCertPopulation.data,
    run: (client, input) =>
      client.getCertPopulation(input.grader, input.cert, growthIf(input.with_growth)),
    hintOf: ({ population }) =>
      population === null
        ? 'This cert is not linked to a card, so it has no population.'
        : undefined,
  }),
  defineTool({
    name: 'verify_cert',
    title: 'Compare a title with a cert',
    description:
      "Compares the title of a seller's listing with a cert: verdict match, mismatch or uncertain, the fields that differ, and the fields and words that leave a doubt.",
    input: z.object({
      grader,
      cert,
      title: z.string().trim().min(1).max(300).meta({ description: 'Title of the listing.' }),
    }),
    output: verifyCert.data.extend({ cert: z.object({}) }),
    run: (client, input) => client.verifyCert(input.grader, input.cert, input.title),
  }),
  defineTool({
    name: 'get_cert_images',
    title: 'Images of a cert',
    description: 'URLs of the images of a graded copy. Requires the permission images.',
    input: z.object({ grader, cert }),
    output: getCertImages.data,
    run: (client, input) => client.getCertImages(input.grader, input.cert),
    hintOf: ({ image_front, image_back }) =>
      image_front === null && image_back === null ? 'This cert has no images.' : undefined,
  }),
  defineTool({
    name: 'resolve_spec',
    title: 'Resolve a spec',
    description:
      "The card that has a grader's own catalog number (spec number), with its population.",
    input: z.object({
      grader,
      spec_id: specId,
      grader_id2: z
        .string()
        .optional()
        .meta({ description: 'Distinguishes Beckett cards that share a number.' }),
    }),
    output: resolvedSpec,
    run: (client, input) =>
      client.resolveSpec(input.grader, input.spec_id, {
        include: 'population',
        grader_id2: input.grader_id2,
      }),
  }),
  defineTool({
    name: 'get_spec_population',
    title: 'Population by PSA spec',
    description: 'The population across graders of the card that has a PSA spec number.',
    input: z.object({ spec_id: specId }),
    output: getSpecPopulation.data,
    run: (client, input) => client.getSpecPopulation(input.spec_id),
  }),
];
