// Starts the console in the page.
import { createRoot } from 'react-dom/client';
import { notePerson } from './api/person-here.ts';
import { reach } from './api/reach.ts';
import { App } from './app.tsx';
import { styleNonce } from './style-nonce.ts';

// The package that keeps the page from scrolling behind a dialog looks for the nonce here.
Reflect.set(window, '__webpack_nonce__', styleNonce());

for (const sign of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
  window.addEventListener(sign, notePerson, { capture: true, passive: true });
}

// The browser knows first, but not best: a service on this machine answers without a network.
for (const sign of ['offline', 'online']) {
  window.addEventListener(sign, () => void reach.lookAnew());
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the console');
createRoot(root).render(<App />);
