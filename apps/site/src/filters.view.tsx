import type { VNode } from 'preact';
import type { FilterValues } from './api.js';

const NONE: FilterValues = { categories: [], years: [] };

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
