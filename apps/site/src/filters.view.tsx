import type { ComponentChildren, VNode } from 'preact';
import type { FilterValues } from './api.js';

const NONE: FilterValues = { categories: [], years: [] };

/** Renders a form with the filters of a list. It is closed while no filter is set, so that the list is on the first screen. */
export function FilterForm({
  action,
  isSet,
  unfilteredUrl,
  children,
}: {
  /** Path of the list. */
  action: string;
  isSet: boolean;
  /** URL of the list without filters. */
  unfilteredUrl: string;
  children: ComponentChildren;
}): VNode {
  return (
    <details class="filters" open={isSet}>
      <summary>Filter</summary>
      <form action={action} class="filter">
        {children}
        <button type="submit">Filter</button>
        {isSet && <a href={unfilteredUrl}>Remove filters</a>}
      </form>
    </details>
  );
}

/** Renders the field of a filter form that selects a category. @param value empty for all categories */
export function CategorySelect({
  value,
  values: { categories } = NONE,
}: {
  value: string;
  values?: FilterValues | undefined;
}): VNode {
  const isCurrent = (each: string) => each.toLowerCase() === value.toLowerCase();
  const isUnknown = value !== '' && !categories.some(isCurrent);
  return (
    <label>
      Category
      <select name="category">
        <option value="">Any</option>
        {isUnknown && (
          <option value={value} selected>
            {value}
          </option>
        )}
        {categories.map((each) => (
          <option value={each} selected={isCurrent(each)}>
            {each}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Renders the field of a filter form for a year or season, which suggests those of the sets with the most copies. */
export function YearInput({
  value,
  values: { years } = NONE,
}: {
  value: string;
  values?: FilterValues | undefined;
}): VNode {
  return (
    <label>
      Year
      <input name="year" value={value} list="years" maxLength={20} placeholder="1999" />
      <datalist id="years">
        {years.map((year) => (
          <option value={year} />
        ))}
      </datalist>
    </label>
  );
}
