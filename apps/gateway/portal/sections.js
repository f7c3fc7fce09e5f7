/** The guides in the order of the navigation, by section. A name is that of its file. */
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

/** Every guide. */
export const GUIDES = SECTIONS.flatMap(({ guides }) => guides);
