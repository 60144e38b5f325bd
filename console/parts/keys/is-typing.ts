// Whether a pressed key belongs to what has the focus, and not to the screen.

const TYPED = 'textarea, select, input:not([type=checkbox], [type=radio], [type=button])';

/** Whether pressed letters become its text. */
export const isTextField = (target: Element): boolean =>
  target.matches(TYPED) || (target instanceof HTMLElement && target.isContentEditable);

const PRESSED = 'a, button, summary, input';
const PRESSES = ['Enter', ' '];

/**
 * Whoever types a text means the letters, and Enter presses the button that has the focus; with a
 * modifier, the keys are the browser's.
 */
export function isTyping({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (PRESSES.includes(key) && target.matches(PRESSED)) return true;
  return isTextField(target);
}
