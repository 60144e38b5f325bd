// How much of the window is above and below the table of a list, so that the table takes the rest.
import { type RefObject, useLayoutEffect } from 'react';

/** What stands below: the acts on selected rows and the pages, and the edge of the page. */
const FOOT_PX = 58;

/** Measured again whenever something above changes its height. */
export function useFittedHeight(area: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    const measure = () => {
      const top = element.getBoundingClientRect().top + globalThis.scrollY;
      element.style.setProperty('--list-top', `${Math.round(top)}px`);
      element.style.setProperty('--list-foot', `${FOOT_PX}px`);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [area]);
}
