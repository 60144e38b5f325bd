// Starts the console in the page.
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { styleNonce } from './style-nonce.ts';

// The package that keeps the page from scrolling behind a dialog looks for the nonce here.
Reflect.set(window, '__webpack_nonce__', styleNonce());

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no place for the console');
createRoot(root).render(<App />);
