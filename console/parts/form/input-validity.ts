// What only the browser knows of an input: that what stands in it is no number, date or address.
import { WRONG_TEXTS as wrong } from '../../texts/forms.ts';
import type { Wrong } from './typed-fields.ts';

type Input = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isWrongInput = (node: Element): node is Input =>
  node instanceof HTMLInputElement ||
  node instanceof HTMLTextAreaElement ||
  node instanceof HTMLSelectElement;

const OF_TYPE: Readonly<Record<string, string>> = {
  email: wrong.email,
  url: wrong.web_address,
  number: wrong.number,
};

function wrongWith({ validity, type }: Input): string | null {
  if (!validity.badInput && !validity.typeMismatch) return null;
  return OF_TYPE[type] ?? wrong.incomplete;
}

export function wrongInputs(form: HTMLFormElement | null): Wrong {
  const found = [...(form?.querySelectorAll('[data-path]') ?? [])].flatMap((node) => {
    const problem = isWrongInput(node) ? wrongWith(node) : null;
    return problem === null ? [] : [[node.getAttribute('data-path') ?? '', problem] as const];
  });
  return Object.fromEntries(found);
}
