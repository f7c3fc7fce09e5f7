/** File names of the guides without extension, by section, in the order of the navigation. */
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

export const GUIDES = SECTIONS.flatMap(({ guides }) => guides);
