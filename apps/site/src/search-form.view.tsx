import type { VNode } from 'preact';

/** Renders the search box, which every page has. `site.js` adds suggestions to it. */
export function SearchForm({ query = '' }: { query?: string | undefined }): VNode {
  return (
    <search>
      <form action="/" class="find">
        <label class="unseen" for="query">
          Search cards
        </label>
        <input
          id="query"
          type="search"
          name="query"
          value={query}
          maxLength={200}
          placeholder="Card name or cert"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          enterKeyHint="search"
        />
        <button type="submit">Search</button>
      </form>
    </search>
  );
}
