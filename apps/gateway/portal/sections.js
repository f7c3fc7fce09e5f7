/** The guides by section, in the order of the navigation. Each name is a file name without extension. */
export const SECTIONS = [
  { title: 'Get started', guides: ['quickstart', 'authentication', 'recipes', 'sdks'] },
  {
    title: 'Using the API',
    guides: [
      'errors',
      'rate-limits',
      'pagination',
      'batches',
      'caching',
      'search',
      'change-feed',
      'catalogs',
      'sets-and-movers',
    ],
  },
  {
    title: 'Understanding the data',
    guides: ['data-dictionary', 'matching', 'freshness', 'versioning', 'changelog'],
  },
];

/** Names of all guides. */
export const GUIDES = SECTIONS.flatMap(({ guides }) => guides);
