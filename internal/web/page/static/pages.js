Object.assign(window.htmx.config,{allowEval:!1,allowScriptTags:!1,includeIndicatorStyles:!1,selfRequestsOnly:!0,historyCacheSize:0,refreshOnHistoryMiss:!0,scrollIntoViewOnBoost:!1,
defaultSettleDelay:0,attributesToSettle:["class","width","height"],defaultSwapStyle:"outerHTML",timeout:3e4,responseHandling:[{code:"204",swap:!1},{code:"[23]..",
swap:!0},{code:"422",swap:!0,error:!1},{code:"...",swap:!1,error:!0}]});window.htmx.defineExtension("whole",{handleSwap(e,t,n,o){if(e!=="whole")return!1;let r=[
...n.children];return t.replaceWith(...r),o.elts=[...o.elts.filter(a=>a!==t),...r],o.tasks.push(()=>{for(let a of r)window.htmx.process(a)}),!0}});var We=document.body.dataset,Qr=document.documentElement.lang,Yi=e=>{try{return new Intl.DateTimeFormat(Qr,{timeZone:e}),e}catch{return}},Zi=Yi(We.zone||void 0),
se=(e,t=Qr)=>new Intl.DateTimeFormat(t,{timeZone:Zi,...e}),Qi=se({hour:"numeric",minute:"2-digit"},navigator.language),ec=se({weekday:"long"}),tc=se({weekday:"s\
hort"}),nc=se({month:"long"}),Gr=se({month:"short"}),oc=se({day:"numeric"},"en"),rc=se({year:"numeric"},"en"),ea=e=>oc.format(e),Ie=e=>rc.format(e),Yr=e=>Qi.format(
e);function ze(e){let t=`${ec.format(e)} ${ea(e)} ${nc.format(e)}`;return Ie(e)===Ie(new Date)?t:`${t} ${Ie(e)}`}function ac(e){let t=(Date.now()-e)/1e3;return t<
60?We.tNow:t<3600?We.tMinutes.replace("%",Math.floor(t/60)):t<86400?We.tHours.replace("%",Math.floor(t/3600)):t<6*86400?tc.format(e):Ie(e)===Ie(new Date)?`${ea(
e)} ${Gr.format(e)}`:`${Gr.format(e)} ${Ie(e)}`}function w(e=document){for(let t of e.querySelectorAll("time[data-f]")){let n=new Date(t.dateTime),o=We.tExact.replace(
"%d",ze(n)).replace("%t",Yr(n)),r={hour:Yr(n),exact:o}[t.dataset.f]??ac(n);t.textContent!==r&&(t.textContent=r),t.title!==o&&(t.title=o)}}var Zr=Intl.DateTimeFormat().
resolvedOptions().timeZone;Zr&&(document.cookie=`svcx_zone=${Zr}; path=/app; max-age=31536000; samesite=lax`);setInterval(w,3e4);function Tn(e,t){let n=e.querySelector(".prev");if(n.dataset.plain??=n.textContent,t(n.dataset),n.dataset.found!==void 0)return;let{mention:o,draft:r,plain:a}=n.
dataset,s=o||r||a;n.textContent!==s&&(n.textContent=s)}var ta=()=>document.querySelector('#list[data-view="mentions"]');function na(e,t,n){let o=(e.dataset.mentionLines??
"").split(`
`).find(r=>r.startsWith(`${t} `))?.slice(t.length+1);Tn(e,r=>{r.mention=o??(ta()&&n?.querySelector(".prev").dataset.mention)??"",r.draft=n?.querySelector(".prev").
dataset.draft??""})}function Nn(e){ta()||Tn(e,t=>{t.mention=""})}function oa(e,t){Tn(e,n=>{n.draft=t===void 0?n.draft??"":t.trim().slice(0,200).replace(/\s+/g,"\
 ")})}function ra(e,t){let n=t.querySelector(".prev[data-found]");n&&(e.href=t.href,e.querySelector(".prev").replaceWith(n))}var aa=document.body.dataset,Je=`svcx:unsent:${aa.base}:${aa.me}:`,Bt=new Map;function S(e,t){try{return JSON.parse(localStorage.getItem(`${Je}${e}:${t}`))}catch{
return Bt.get(`${Je}${e}:${t}`)??null}}function X(e,t,n){let o=`${Je}${e}:${t}`;try{n?localStorage.setItem(o,JSON.stringify(n)):localStorage.removeItem(o)}catch{
n?Bt.set(o,n):Bt.delete(o)}}function On(e){if(!e?.startsWith(Je))return;let[t,n]=e.slice(Je.length).split(":");return{id:t,kind:n}}function $t(){let e=[...Bt.keys()];
try{e=Object.keys(localStorage)}catch{}return e.map(On).filter(Boolean)}var U=document.body.dataset,_=(e,t)=>`svcx:draft:${U.base}:${U.me}:${e}:${t}`,Rn=["reply","note"],Hn=new Map;function K(e,t){let n=_(e,t);try{return JSON.parse(
localStorage.getItem(n))}catch{return Hn.get(n)??null}}function V(e,t,n){let o=_(e,t);try{n?localStorage.setItem(o,JSON.stringify(n)):localStorage.removeItem(o)}catch{
Hn.set(o,n)}$(e)}var Pn=(e,t)=>e.text===t.text&&e.format===t.format,ie=()=>document.getElementById("open")?.dataset.conversationId??"",sa=(e,t)=>e===ie()?document.
querySelector(`form[data-write="${t}"]`):null,ia=e=>({text:e.elements.content.value,format:e.elements.format.value});function W(e){let t=ie(),n=e.dataset.write,
o=K(t,n),r=ia(e);r.text.trim()||(r.text=""),!(!o&&!r.text)&&(V(t,n,{...r,on:o?.on??Number(e.dataset.on),at:Date.now(),saved:!1}),Nt(""),Ce(t,n,2e3))}var ca=`svc\
x:sent:${U.base}:${U.me}`,da=performance.timeOrigin;document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&(da=Date.now())});function sc(e,t){
try{let n=JSON.parse(localStorage.getItem(ca));return n?.what===`${e}:${t}`&&n.at>da}catch{return!1}}function Tt(e,t){try{localStorage.setItem(ca,JSON.stringify(
{what:`${e}:${t}`,at:Date.now()}))}catch{}clearTimeout(ce.get(_(e,t))),ce.delete(_(e,t)),V(e,t,null),Nt("")}function Nt(e){let t=document.querySelector("[data-d\
raft-state]");t&&(t.textContent=e)}var ce=new Map,Mn=new Set;function Ce(e,t,n){let o=_(e,t);clearTimeout(ce.get(o)),ce.set(o,setTimeout(ua,n,e,t))}async function la(e,t,n,o){
let r=new URLSearchParams({kind:t,content:n.text,format:n.format,on:n.on}),a=await fetch(`${U.base}/inbox/${e}/draft`,{method:"POST",body:r,headers:{"HX-Request":"\
true"},keepalive:o}),s=document.createElement("template");a.ok&&(s.innerHTML=await a.text());let{text:i,format:c,on:d,other:u}=s.content.firstElementChild?.dataset??
{};return{status:a.status,other:u!==void 0,draft:{text:i,format:c,on:Number(d)}}}async function ua(e,t,n=!1){let o=_(e,t);clearTimeout(ce.get(o)),ce.delete(o);let r=K(
e,t);if(!r||r.saved)return;let a=S(e,t);if(a&&!a.asks)return;if(sa(e,t)?.matches(".htmx-request")||Mn.has(o)&&!n){Ce(e,t,1e3);return}Mn.add(o);try{let i=await la(
e,t,r,n);if(i.status===200)ic(e,t,r,i);else if(i.status===429||i.status>=500)throw new Error(i.status)}catch{e===ie()&&Nt(document.getElementById("composer")?.dataset.
tKept??""),Ce(e,t,5e3)}finally{Mn.delete(o)}}function ic(e,t,n,o){je.delete(e);let r=K(e,t);if(!r){o.draft.on&&!o.other&&la(e,t,{text:"",format:"",on:o.draft.on}).
catch(()=>{});return}if(o.other){V(e,t,{...r,on:o.draft.on});let a=sa(e,t);a&&Fn(a,o.draft,"aside"),Ce(e,t,0);return}if(!Pn(r,n)){V(e,t,{...r,on:o.draft.on}),ce.
has(_(e,t))||Ce(e,t,2e3);return}V(e,t,r.text?{...r,on:o.draft.on,saved:!0}:null),r.text&&e===ie()&&Nt(document.getElementById("composer")?.dataset.tSaved??"")}function Kn(e){
let t=`svcx:draft:${U.base}:${U.me}:`,n=[...Hn.keys()];try{n=Object.keys(localStorage)}catch{}for(let o of n.filter(r=>r.startsWith(t))){let[r,a]=o.slice(t.length).
split(":");Rn.includes(a)&&ua(r,a,e)}}addEventListener("pagehide",()=>Kn(!0));document.addEventListener("visibilitychange",()=>{document.visibilityState==="hidd\
en"&&Kn(!0)});addEventListener("online",()=>Kn(!1));function fa(e){if(e){Vn.delete(e),je.delete(e);for(let t of document.querySelectorAll("form[data-write]"))dc(
e,t.dataset.write,t);$(e)}}var cc=250;function dc(e,t,n){let o={text:n.elements.content.defaultValue,format:n.elements.format.defaultValue,on:Number(n.dataset.on)},
r=n.elements.content.value;r&&r!==o.text&&r!==K(e,t)?.text&&V(e,t,{...o,text:r,at:Date.now(),saved:!1});let a=K(e,t);!a&&o.on&&sc(e,t)&&Object.assign(o,{text:"",
on:0});let s=Number(document.getElementById("composer").dataset.now),i=a&&o.on<a.on&&(o.on!==0||s<a.on+cc);if(!a||a.saved&&!i){a&&o.on&&!Pn(a,o)&&Fn(n,a,"newer"),
V(e,t,o.on?{...o,at:o.on,saved:!0}:null),Dt(n,o);return}if(Pn(a,o)&&o.on)V(e,t,{...a,on:o.on,saved:!0});else if(!i&&o.on&&o.on!==a.on){let c=a.at>o.on;V(e,t,{...c?
a:o,on:o.on,at:Date.now(),saved:!c}),Fn(n,c?o:a,c?"aside":"newer")}Dt(n,K(e,t)),K(e,t).saved||Ce(e,t,0)}function Dt(e,t){let n=e.elements.content.value!==t.text||
e.elements.format.value!==t.format;e.elements.content.value=t.text,e.elements.format.value=t.format,n&&e.dispatchEvent(new CustomEvent("svcx:restored",{bubbles:!0}))}
function Fn(e,t,n){let o=e.querySelector(".draft-note");if(o.replaceChildren(),!t.text.trim())return;let r=document.createElement("button");r.className="link",r.
type="button",r.textContent=o.dataset.swap,r.addEventListener("click",()=>{let a=ia(e);Dt(e,t),W(e),t=a,e.elements.content.focus()}),o.append(o.dataset[n]," ",r)}
addEventListener("storage",e=>{for(let t of document.querySelectorAll("form[data-write]")){if(e.key!==_(ie(),t.dataset.write))continue;let n=K(ie(),t.dataset.write);
!(!n&&e.oldValue&&JSON.parse(e.oldValue).text===t.elements.content.value)&&document.hasFocus()&&t.contains(document.activeElement)||Dt(t,n??{text:"",format:""})}});
var Vn=new Set,je=new Set;function $(e){let t=document.querySelector(`.conv[data-conversation-id="${e}"]`);if(!t)return;t.marked=!0;let n=Rn.map(i=>K(e,i)).filter(
i=>i?.text.trim()),o=Rn.some(i=>S(e,i)),r=t.querySelector(".draft");r.hidden=!(o||Vn.has(e)||n.some(i=>!i.saved||!je.has(e)));let a=n.filter(i=>!i.saved||!je.has(
e)).sort((i,c)=>c.at-i.at)[0];(!r.hidden||t.querySelector(".prev").dataset.draft)&&oa(t,r.hidden?"":a?.text);let s=o?U.tUnsent:U.tDraft;r.textContent!==s&&(r.textContent=
s)}function Xe(){for(let e of document.querySelectorAll(".conv")){let t=e.dataset.conversationId;if(!e.marked&&t!==ie()){let n=e.querySelector(".draft[data-save\
d]");Vn[n?"add":"delete"](t),je[n?"delete":"add"](t)}$(t)}}Xe();var Ot=()=>document.getElementById("open"),G,Un=!1,Ae=[],Wn=!1,_e=()=>!!G,ma=()=>Ae.length>0,Mt=0;function pa(){return Date.now()-Mt>1e3?!1:(Mt=Date.now(),!0)}var lc=1e3;
function Rt(e){Ae.length<lc&&Ae.push(e)}var uc=1e4,zn=0,Pt=()=>Date.now()-zn<uc;function Jn(){zn=Date.now()}function jn(){zn=0}addEventListener("pageshow",jn);function Ft(){
Ae=[]}document.addEventListener("htmx:beforeRequest",e=>{if(e.detail.target?.id!=="open")return;let{xhr:t}=e.detail;Wn||Ft(),G=t,Un=!1,Mt=0,requestAnimationFrame(
()=>setTimeout(()=>{G===t&&(Ot().inert=!0,Ot().ariaBusy="true")})),t.addEventListener("loadend",()=>{G===t&&Un?fc():setTimeout(()=>{G===t&&mc()})})});function ha(){
Un=!0}function fc(){G=void 0,Wn=!0;try{for(;Ae.length&&!G;)Ae.shift()()}finally{Wn=!1}}function mc(){G=void 0,Mt=Date.now(),Ft(),Ot().inert=!1,Ot().ariaBusy=null,
document.activeElement?.matches(".conv")&&document.querySelector(".conv[aria-current]")?.focus()}var ya=document.body.dataset,_n="open",va=[],q=()=>_n==="lost"||_n==="silent";function Kt(e){va.push(e)}function wa(e){let t=q();if(_n=e,e==="open"&&Gn&&document.
getElementById("say").textContent===Gn&&m(""),e==="open"||q()!==t)for(let n of va)n(q())}async function Yn(){try{return(await fetch(`${ya.base}/stream`,{method:"\
HEAD",cache:"no-store",signal:AbortSignal.timeout(4e3)})).status}catch{return 0}}async function Ge(){let e=await Yn();return e>0&&e<500}var Gn;function de(e){Gn=
e,m(e)}var Ye=()=>de(ya.tStays);function Zn(){jn(),Ye()}async function M(e){!q()||await Ge()?location.assign(e):Zn()}var ba=e=>e.origin===location.origin&&e.pathname===
location.pathname&&e.search===location.search;addEventListener("click",e=>{let t=e.target.closest?.("a[href]");!q()||!t||e.defaultPrevented||e.button||e.ctrlKey||
e.metaKey||e.shiftKey||e.altKey||t.origin!==location.origin||t.target&&t.target!=="_self"||t.hasAttribute("download")||t.hash&&ba(t)||(e.preventDefault(),M(t.href))});
var Xn;addEventListener("submit",async e=>{let{target:t,submitter:n}=e;if(!(!q()||e.defaultPrevented||Xn===t||t.getAttribute("method")==="dialog")){if(e.preventDefault(),
!await Ge()){Zn();return}Xn=t,t.requestSubmit(n?.isConnected?n:void 0),Xn=void 0}});var Ht=location.href;for(let e of["htmx:pushedIntoHistory","htmx:replacedInH\
istory"])document.addEventListener(e,()=>{Ht=location.href});addEventListener("hashchange",()=>{Ht=location.href});addEventListener("popstate",e=>{if(!q()||ba(new URL(
Ht)))return;e.stopImmediatePropagation();let t=location.href;history.pushState({htmx:!0},"",Ht),M(t)},!0);var ga;window.navigation?.addEventListener("navigate",
async e=>{let{navigationType:t,destination:n}=e;if(!(!q()||!e.cancelable||ga||t!=="reload"&&!(t==="traverse"&&!n.sameDocument))){if(e.preventDefault(),!await Ge()){
Zn();return}ga=!0,t==="reload"?location.reload():window.navigation.traverseTo(n.key)}});var pc=document.body.dataset;async function Qn(e){try{await navigator.clipboard.writeText(e)}catch{let t=document.createElement("textarea"),n=document.activeElement;
t.value=e,t.className="sr",document.body.append(t),t.select(),document.execCommand("copy"),t.remove(),n?.focus()}}function m(e){let t=document.getElementById("s\
ay");t.className="say-1",t.setAttribute("role","status"),t.replaceChildren(),t.getBoundingClientRect(),t.textContent=e}document.addEventListener("click",async e=>{
let t=e.target.closest?.("a[data-copy], a[data-versions]");if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;if(e.preventDefault(),t.dataset.copy!==void 0){await Qn(
t.href),m(pc.tCopied);return}let n=t.closest("article"),o=n.querySelector(".versions");if(o){o.remove();return}try{let r=await fetch(t.href,{headers:{"HX-Reques\
t":"true"}});if(!r.ok)throw new Error(r.status);let s=new DOMParser().parseFromString(await r.text(),"text/html").querySelector(`#${n.id} .versions`);if(n.querySelector(
".versions"))return;w(s),t.closest(".meta").after(s)}catch{M(t.href)}});var hc=document.body.dataset,z;function Ea(){!z||z.form.isConnected&&z.form.elements.content.value===z.text||(z.button.isConnected&&m(""),z=void 0)}function Vt(e,t,n){
m(t);let o=document.createElement("button");o.type="button",o.className="btn sm",o.dataset.undo="",o.textContent=hc.tUndo,o.addEventListener("click",()=>{Ea(),z?.
button===o&&(z=void 0,m(""),n())}),document.getElementById("say").append(" ",o),z={form:e,button:o,text:e.elements.content.value}}for(let e of["input","svcx:res\
tored","htmx:afterSwap","htmx:oobAfterSwap"])document.addEventListener(e,Ea);var gc=e=>e.matches("select")?!e.options[e.selectedIndex]?.defaultSelected&&(e.selectedIndex>0||!!e.querySelector("[selected]")):e.type==="checkbox"||e.type==="\
radio"?e.checked!==e.defaultChecked:e.value!==e.defaultValue,Be=e=>[...e.elements].some(t=>t.name&&t.matches("input, textarea, select")&&gc(t));function xa(e){let t=Be(
e);for(let o of e.querySelectorAll("[data-unsaved]"))o.hidden=!t;let n=e.querySelector("[data-restore]");t&&n&&(n.hidden=!0)}var Sa=new WeakMap,to=e=>e.matches(
'[type="checkbox"], [type="radio"]')?"checked":"value";function yc(e){let t=e.querySelector("[data-restore]");!t||!Be(e)||(Sa.set(e,[...e.elements].filter(n=>n.
name&&n.matches('input:not([type="hidden"], [type="file"]), textarea, select')).map(n=>[n,n[to(n)]])),setTimeout(()=>{t.hidden=!1,(document.activeElement===document.
body||document.activeElement.matches('[type="reset"]'))&&t.focus()}))}document.addEventListener("click",e=>{let t=e.target.closest?.("[data-restore]")?.form;if(t){
for(let[n,o]of Sa.get(t)??[])n[to(n)]!==o&&(n[to(n)]=o,n.dispatchEvent(new Event("input",{bubbles:!0})),n.dispatchEvent(new Event("change",{bubbles:!0})));t.querySelector(
".savebar .pri").focus()}});var qa=!1;document.addEventListener("input",e=>{e.target.form?.matches("[data-save]")&&xa(e.target.form)});document.addEventListener(
"reset",e=>{e.target.matches("[data-save]")&&(yc(e.target),setTimeout(xa,0,e.target))});var eo,vc=(e,t)=>{let n=new URLSearchParams(new FormData(e,t)).toString(),
o=Pt()&&eo?.form===e&&eo.fields===n;return eo={form:e,fields:n},Jn(),o};addEventListener("submit",e=>{e.defaultPrevented||(e.target.getAttribute("method")==="po\
st"&&vc(e.target,e.submitter)?e.preventDefault():qa=e.target.matches("[data-save]"))});addEventListener("beforeunload",e=>{!qa&&[...document.querySelectorAll("f\
orm[data-save]")].some(Be)?e.preventDefault():Jn()});var wc=document.body.dataset,bc=e=>e.matches('textarea, input[type="text"], input[type="email"], input[type="url"], input:not([type])')&&!e.matches('[data-filte\
r], [data-write] *, [role="search"] *')&&e.value!==e.defaultValue,Ec=()=>[...document.querySelectorAll("form[data-save]")].some(Be)||[...document.querySelectorAll(
'form:is([method="post"], [hx-post]) :is(textarea, input)')].some(bc)||!!document.querySelector("[data-uploads] li");function h(){return Ec()?(document.getElementById(
"connection").textContent=wc.tSignedOut,!1):(location.reload(),!0)}var no,oo=!1;document.addEventListener("submit",async e=>{let{target:t,submitter:n}=e;if(e.defaultPrevented||
no===t||!t.matches("[data-save]")||!Be(t)||(e.preventDefault(),e.stopPropagation(),oo))return;oo=!0;let o=await Yn()===401;if(oo=!1,o){h();return}no=t,t.requestSubmit(
n?.isConnected?n:void 0),no=void 0});var xc=document.body.dataset,le=e=>e.querySelector("[data-ai-place]"),Ca=(e,t)=>document.importNode(e.querySelector(`template[data-ai-${t}]`).content.firstElementChild,
!0),f;function ao(e,t){e.querySelector("[data-ai-state]").textContent=t}function ro(e,t){let n=le(f.form),o=n.contains(document.activeElement);e.matches(".why")&&
e.setAttribute("role","alert"),n.replaceChildren(e),o&&e.querySelector(t)?.focus()}function Ze(){if(!f)return;let{form:e,running:t}=f;f=void 0,t?.abort();let n=le(
e),o=n.contains(document.activeElement);n.replaceChildren(),ao(e,""),o&&e.elements.content.focus()}var ka=e=>{let t=document.createElement("template");return t.
innerHTML=e,t.content.firstElementChild};async function La(e,t){Ze();let n=new AbortController,o={form:t,button:e,running:n,draft:t.elements.content.value};f=o;
let r=Ca(t,"running");r.querySelector("[data-title]").textContent=e.dataset.running,ro(r),ao(t,e.dataset.running);let a=new URLSearchParams({content:o.draft,format:t.
elements.format.value});e.name&&a.set(e.name,e.value);let s;try{s=await fetch(e.formAction,{method:"POST",body:a,headers:{"HX-Request":"true"},signal:n.signal}),
s.status===401&&h();let i=await Sc(t,s,c=>{f===o&&qc(r,c)});if(f!==o)return;o.running=void 0,kc(o,i)}catch{if(f!==o||n.signal.aborted)return;o.running=void 0,ro(
Aa(t,s?"":xc.tFailed),"[data-ai-again]")}}async function Sc(e,t,n){if(!t.headers.get("Content-Type")?.startsWith("text/plain")){let s=await t.text(),i=ka(s);return i?.
matches(".ai-box")?i:Aa(e,b(t.status,s))}let o=t.body.pipeThrough(new TextDecoderStream).getReader(),r="";for(;;){let{done:s,value:i}=await o.read();if(s)break;
r+=i,n(r.split("\0",1)[0])}let a=r.indexOf("\0");if(a<0)throw new Error("cut");return ka(r.slice(a+1))}function Aa(e,t){let n=Ca(e,"cut");return t&&(n.querySelector(
".grow").textContent=t),n}function qc(e,t){let n=e.querySelector(".ai-text"),o=n.scrollTop+n.clientHeight>n.scrollHeight-24;n.textContent=t,o&&(n.scrollTop=n.scrollHeight)}
function kc(e,t){ro(t,"[data-ai-accept], [data-ai-again], [data-ai-close]"),ao(e.form,t.dataset.text!==void 0?t.getAttribute("aria-label"):""),so()}function so(){
let e=f&&le(f.form).querySelector("[data-ai-stale]");if(!e)return;let t=f.form.elements.content.value===f.draft?"":e.dataset.aiStale;e.textContent!==t&&(e.textContent=
t)}function Ia(e,t){let n=e.elements.content;n.focus(),n.select(),document.execCommand(t?"insertText":"delete",!1,t)||(n.value=t,n.dispatchEvent(new Event("inpu\
t",{bubbles:!0})))}function Lc(){let{form:e,button:t}=f,{text:n}=le(e).firstElementChild.dataset,o=e.elements.content.value;Ze(),Ia(e,n),Vt(e,t.dataset.done,()=>Ia(
e,o))}document.addEventListener("click",e=>{let t=e.target.closest?.("[data-ai]");if(t?.form){e.preventDefault(),t.closest("[popover]")?.hidePopover(),La(t,t.form);
return}if(e.target.closest?.("[data-hb-edit]")){Ba(e.target.form);return}!f||!e.target.closest?.("[data-ai-place]")||(e.target.closest("[data-ai-close]")?Ze():e.
target.closest("[data-ai-accept]")?Lc():e.target.closest("[data-ai-again]")?La(f.button,f.form):e.target.closest("[data-ai-changes]")&&Ic(e.target.closest("[dat\
a-ai-changes]")))});function Ic(e){let t=e.closest(".ai-box"),n=e.getAttribute("aria-pressed")!=="true";e.setAttribute("aria-pressed",String(n));for(let o of t.
querySelectorAll("del"))o.hidden=!n;t.querySelector("[data-ai-diff]").classList.toggle("result",!n)}document.addEventListener("keydown",e=>{e.key!=="Escape"||e.
isComposing||!f||!le(f.form).contains(e.target)||(e.preventDefault(),e.stopPropagation(),Ze())},!0);for(let e of["input","svcx:restored"])document.addEventListener(
e,so);document.addEventListener("htmx:beforeOnLoad",e=>{f&&(f.stays=e.target.matches?.('form[data-write="note"]'))});for(let e of["htmx:afterSwap","htmx:oobAfte\
rSwap"])document.addEventListener(e,()=>{if(!f||f.form.isConnected)return;let t=f.stays&&[...document.querySelectorAll('form[data-write="reply"]')].find(n=>n.action===
f.form.action);if(!t){Ze();return}le(t).replaceChildren(...le(f.form).childNodes),f.form=t,so()});function Ut(e){e?.querySelector("#handbrake")?.replaceChildren()}
document.addEventListener("input",e=>{e.target.name==="content"&&Ut(e.target.form)});function Ba(e,t=e.querySelector("#handbrake mark")){let n=e.elements.content;
n.focus(),t&&n.setSelectionRange(Number(t.dataset.from),Number(t.dataset.to))}document.addEventListener("click",e=>{let t=e.target.closest?.("#handbrake mark");
t&&Ba(t.closest("form"),t)});var $a=/\{\{[^{}\r\n]*[^{}\s][^{}\r\n]*\}\}/,g=()=>document.getElementById("saved"),C=()=>document.getElementById("reply"),Y=()=>g().querySelector("input"),lo=()=>[
...g().querySelectorAll('[role="option"]')],Cc=()=>lo().filter(e=>!e.hidden),io=()=>g().querySelector('[aria-selected="true"]'),E=!1,Wt=!1,zt,co=0;function Da(){
return co++,zt=(async()=>{let e=await fetch(g().dataset.from,{headers:{"HX-Request":"true"}});if(e.status===401&&h(),!e.ok)throw new Error(b(e.status,await e.text()));
let t=document.createElement("template");t.innerHTML=await e.text(),document.getElementById("saved-list").replaceWith(t.content.firstElementChild)})().finally(()=>{
co--}),zt}var uo=e=>{Z(),A(e instanceof TypeError?b():e.message)};function jt(e){let t=e.trim().toLowerCase(),n;for(let o of lo()){let r=o.dataset.shortcut.toLowerCase(),
a=t.replace(/^\//,"");o.hidden=!(r.includes(a)||o.querySelector("[data-title]").textContent.toLowerCase().includes(t));let s=o.hidden?0:a&&r===a?3:a&&r.startsWith(
a)?2:1;s>(n?.rank??0)&&(n={rank:s,option:o})}document.getElementById("saved-list").hidden=!n,g().querySelector("[data-none]").hidden=!!n,Ta(n?.option),E&&(g().hidden=
!n)}function Ta(e){for(let n of lo())n.setAttribute("aria-selected",String(n===e));e?.scrollIntoView({block:"nearest"});let t=E?C():Y();e?t.setAttribute("aria-a\
ctivedescendant",e.id):t.removeAttribute("aria-activedescendant")}function Jt(){let{value:e,selectionStart:t,selectionEnd:n}=C();return t===n?/(?:^|\n)\/([^\n]{0,64})$/.
exec(e.slice(0,t))?.[1]:void 0}function Z(){g()&&(g().hidden=!0,E=!1,C().removeAttribute("aria-activedescendant"),C().removeAttribute("aria-controls"))}async function fo(){
if(g()){Qe("reply"),E=!1,g().hidden=!1,Y().value="",Y().focus();try{await Da(),jt(Y().value)}catch(e){uo(e)}}}async function Ac(){if(po(),Jt()===void 0){Wt=!1,E&&
Z();return}if(Wt)return;E||(E=!0,C().setAttribute("aria-controls","saved-list"),Da().catch(uo));try{await zt}catch{return}let t=Jt();E&&t!==void 0&&jt(t)}async function Na(e){
let t=C(),n=E?Jt():void 0,o=t.selectionEnd,r=n===void 0?t.selectionStart:o-n.length-1,a=l();Z(),t.focus();let s;try{let i=await fetch(`${g().dataset.from}/${e.dataset.
id}`,{headers:{"HX-Request":"true"}});if(i.status===401&&h(),!i.ok)throw new Error(b(i.status,await i.text()));let c=document.createElement("template");c.innerHTML=
await i.text(),s=c.content.firstElementChild.dataset.text}catch(i){uo(i);return}!t.isConnected||a!==l()||(t.setSelectionRange(r,o),document.execCommand("insertT\
ext",!1,s)||(t.setRangeText(s,r,o,"end"),t.dispatchEvent(new Event("input",{bubbles:!0}))),Z(),mo(r))}function mo(e){let t=C(),n=$a.exec(t.value.slice(e));n&&(t.
focus(),t.setSelectionRange(e+n.index,e+n.index+n[0].length))}function po(){let e=document.querySelector("#alert > [data-unfilled]");e&&!C()?.value.includes(e.dataset.
unfilled)&&A("");let t=document.querySelector("[data-fill]");if(!t)return;let n=$a.exec(C()?.value??"")?.[0],o=n?t.dataset.fill.replace("%",()=>n):"";if((t.firstChild?.
textContent??"")===o||(t.replaceChildren(),!o))return;let r=document.createElement("button");if(r.type="button",r.className="link",r.textContent=o,r.addEventListener(
"click",()=>mo(0)),t.append(r),!/agent\.name/i.test(n))return;let a=document.createElement("a");a.href=`${document.body.dataset.base}/settings/profile`,a.className=
"link",a.textContent=t.dataset.fillAgent,t.append(" ",a)}document.addEventListener("input",e=>{e.isComposing||(e.target.id==="reply"?Ac():g()&&e.target===Y()&&jt(
Y().value))});document.addEventListener("keydown",async e=>{if(!g()||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||!(E?e.target===C():!g().hidden&&e.target===Y())||
e.key==="Tab"&&(e.shiftKey||!E))return;let n=Cc(),o={ArrowDown:1,ArrowUp:-1}[e.key],r=!g().hidden&&n.length>0;if(o&&r)Ta(n[(n.indexOf(io())+o+n.length)%n.length]);else if(e.
key==="Enter"&&!e.shiftKey||e.key==="Tab"&&r){if(E&&!r&&!co)return;e.preventDefault(),e.stopPropagation(),await zt?.catch(()=>{});let a=E?Jt():Y().value;if(a===
void 0)return;jt(a),io()?Na(io()):E&&e.key==="Enter"&&document.execCommand("insertText",!1,`
`);return}else if(e.key==="Escape"&&(!E||r))Wt=E,Z(),C().focus();else return;e.preventDefault(),e.stopPropagation()},!0);document.addEventListener("mousedown",e=>{
e.target.closest?.('#saved [role="option"]')&&e.preventDefault()});document.addEventListener("click",e=>{if(e.target.closest?.("[data-saved]")){e.preventDefault(),
g().hidden?fo():Z();return}let n=e.target.closest?.('#saved [role="option"]');n?Na(n):g()&&!g().hidden&&!g().contains(e.target)&&e.target!==C()&&Z()});document.
addEventListener("focusin",e=>{e.target.id==="reply"&&po(),g()&&!g().hidden&&!g().contains(e.target)&&e.target!==C()&&!e.target.matches("[data-saved]")&&Z()});document.
addEventListener("htmx:afterOnLoad",e=>{let{xhr:t,requestConfig:n}=e.detail;t.status===422&&n.elt.matches('form[data-write="reply"]')&&document.querySelector("#\
alert > [data-unfilled]")&&mo(0)});document.addEventListener("htmx:oobAfterSwap",e=>{e.detail.target.id==="composer"&&(E=!1,Wt=!1,po())});var et=document.getElementById("found");function Oa(e){et.textContent!==e&&(et.textContent=e)}function Ma(){let e=et.textContent;et.textContent="",setTimeout(()=>{
et.textContent||=e},300)}setTimeout(()=>Oa(document.querySelector("main").dataset.found),100);document.addEventListener("htmx:afterSwap",e=>{let t=document.getElementById(
e.target.id);t?.dataset.found!==void 0&&Oa(t.dataset.found)});var ho=document.querySelector('main[data-view="sheet"] > #open'),Bc=[...document.querySelectorAll("main [autofocus]")].some(e=>e.checkVisibility());ho&&document.
activeElement===document.body&&!Bc&&!location.hash&&(ho.tabIndex=-1,ho.focus({preventScroll:!0}));document.querySelector('main input[type="search"][autofocus]')?.
select();function yo(){for(let e of document.querySelectorAll('main [role="region"][tabindex]'))e.tabIndex=e.scrollWidth>e.clientWidth||e.scrollHeight>e.clientHeight?
0:-1}yo();addEventListener("resize",yo);document.addEventListener("htmx:afterSettle",()=>requestAnimationFrame(yo));var Pa=()=>[...document.querySelectorAll("ma\
in a.who-row")].filter(e=>e.checkVisibility()),tt=()=>Pa().length>0;function nt(e){let t=Pa(),n=t.indexOf(document.activeElement);t[n<0?0:n+e]?.focus()}var Xt=()=>document.
querySelector("main .crumb a"),Ra=()=>new Map([...document.querySelectorAll(":is(main, .says) [data-command]")].filter(e=>e.checkVisibility()).map(e=>[e.dataset.
command,e]));function Fa(){return[...Ra().keys()].map((e,t)=>{let n=document.createElement("li");return n.id=`command-here-${t}`,n.role="option",n.ariaSelected=
"false",n.dataset.here=t,n.append(document.createElement("span")),n.firstChild.textContent=e,n.run=()=>{let o=Ra().get(e);o?.control?o.control.focus():o?.click()},
n})}var go;document.addEventListener("htmx:afterSettle",e=>{let t=go;!t||e.detail.requestConfig?.elt!==t||(go=void 0,Ma(),document.activeElement===t&&(matchMedia(
"(pointer: coarse)").matches?t.blur():nt(1)))});document.addEventListener("keydown",e=>{if(!(!e.target.matches?.('main input[type="search"][hx-get]')||e.isComposing)){
if(e.key==="Enter")go=e.target,e.target.matches(".htmx-request")||e.target.dispatchEvent(new Event("find"));else if(e.key==="ArrowDown"&&tt())nt(1);else return;
e.preventDefault()}});var Q=()=>document.getElementById("selbar"),ee=()=>[...document.querySelectorAll("#rows .sel")],vo=`svcx:selection:${document.body.dataset.base}`,wo=e=>e.matches?.(
"#selection"),J=()=>Q().querySelector('[name="all"]'),I=new Set,ue;function Va(){let{view:e,category:t,channel:n,assignee:o,tag:r,q:a}=document.getElementById("\
list").dataset;return JSON.stringify([e,t,n,o,r,a])}function $c(){try{I.size?sessionStorage.setItem(vo,JSON.stringify({list:Va(),ids:[...I]})):sessionStorage.removeItem(
vo)}catch{}}function Dc(){try{let e=JSON.parse(sessionStorage.getItem(vo));e?.list===Va()&&(I=new Set(e.ids))}catch{}}var Gt=()=>Q().querySelector("[data-range]"),
_t=()=>Gt().ariaPressed==="true",fe=()=>!!(Q()&&I.size);function $e(){if(!Q())return;for(let o of ee())o.checked=I.has(o.value);let e=I.size>0;Q().classList.toggle(
"on",e),document.getElementById("list").classList.toggle("selecting",e);let t=ee().every(o=>o.checked),n=!!document.querySelector("#rows .more");(!e||!t||!n)&&(J().
checked=!1),J().parentElement.hidden=!(e&&(n||!t)),e||(Gt().ariaPressed="false"),J().checked||Ua(e?_t()?Q().dataset.tRange:Q().dataset.tSelected.replace("%",I.size):
"")}function Ua(e){let t=document.getElementById("sel-count");t.textContent!==e&&(t.textContent=e)}function rt(){$c(),$e()}function Yt(){I.clear(),ue=void 0,Q()&&
(J().checked=!1),rt()}function Wa(){return(document.activeElement?.closest?.("#rows > li")??document.querySelector("#rows .conv[aria-current]")?.closest("li"))?.
querySelector(".sel")}function ot(e,t){t?I.add(e.value):I.delete(e.value)}function za(){let e=Wa();e&&(ot(e,!I.has(e.value)),ue=e.value,rt())}function Ja(){let e=Wa();
if(!e)return;let t=ee(),n=t.indexOf(e),o=Math.max(t.findIndex(r=>r.value===ue),0);for(let r of t.slice(Math.min(o,n),Math.max(o,n)+1))ot(r,!0);ue=e.value,rt()}function bo(){
if(ee().length&&ee().every(e=>I.has(e.value))&&!J().checked&&!J().parentElement.hidden){J().click();return}for(let e of ee())ot(e,!0);rt()}document.addEventListener(
"click",e=>{if(!e.target.matches?.("#rows .sel"))return;let t=e.target,n=t.checked||_t();if(e.shiftKey&&ue||_t()){let o=ee(),[r,a]=[o.findIndex(s=>s.value===ue),
o.indexOf(t)].sort((s,i)=>s-i);for(let s of o.slice(Math.max(r,0),a+1))ot(s,n)}Gt().ariaPressed="false",ot(t,n),ue=t.value,rt()});document.addEventListener("cli\
ck",e=>{e.target.closest?.("[data-range]")&&(Gt().ariaPressed=String(!_t()),$e())});document.addEventListener("reset",e=>{wo(e.target)&&setTimeout(Yt)});document.
addEventListener("change",async e=>{if(e.target.matches?.('#selection [name="all"]')&&(e.target.checked?bo():$e(),!!e.target.checked))try{let t=await fetch(e.target.
dataset.count);if(!t.ok)throw new Error;let n=new DOMParser().parseFromString(await t.text(),"text/html").body.textContent.trim();J().checked&&Ua(n)}catch{e.target.
checked=!1,$e()}});document.addEventListener("submit",e=>{if(!wo(e.target))return;for(let n of e.target.querySelectorAll('input[type="hidden"]'))n.remove();let t=(n,o)=>{
let r=document.createElement("input");r.type="hidden",r.name=n,r.value=o,e.target.append(r)};if(e.submitter&&(t(e.submitter.name,e.submitter.value),e.submitter.
closest("[popover]")?.hidePopover()),!J().checked){let n=new Set(ee().filter(o=>o.checked).map(o=>o.value));for(let o of I)n.has(o)||t("id",o)}},!0);document.addEventListener(
"htmx:afterRequest",e=>{!wo(e.target)||e.detail.xhr?.status!==200||(document.getElementById("sel-tags-text").value="",Yt())});var Ha,Ka=new MutationObserver($e);
function ja(){let e=document.getElementById("list");!e||e===Ha||(Ha=e,Ka.disconnect(),Ka.observe(document.getElementById("list-scroll"),{childList:!0,subtree:!0}),
I=new Set,Dc(),$e())}ja();document.addEventListener("htmx:afterSwap",ja);var qo=()=>[...document.querySelectorAll("#rows .conv")],te=()=>matchMedia("(width > 720px)").matches,ge=e=>document.querySelector(e)?.click();function Xa(e){let t=qo();
if(t.length===0)return;let n=t.indexOf(document.activeElement),o=n>=0?n:t.findIndex(s=>s.hasAttribute("aria-current")),r=Math.max(o+e,0);for(;t[r]?.parentElement.
classList.contains("gone");)r+=e;let a=t[r];e>0&&r>=t.length-1&&ge("#rows .more a"),a&&(a.focus(),te()&&a.click())}document.addEventListener("click",e=>{if(!e.target.
closest?.("[data-next]"))return;let t=qo(),n=t.findIndex(o=>o.hasAttribute("aria-current"))+1;for(;t[n]?.parentElement.classList.contains("gone");)n++;if(n>=t.length-
1&&ge("#rows .more a"),!t[n]){ge("#thead .back");return}t[n].click(),Rt(()=>document.querySelector("[data-next]")?.focus({preventScroll:!0}))});function _a(e){document.
querySelector(`[role="tab"][data-tab="${e}"]`)?.click()}function Ga(e){let t=[...document.querySelectorAll("#messages article")],n=t.findIndex(i=>i.contains(document.
activeElement)),{top:o,bottom:r}=document.getElementById("thread")?.getBoundingClientRect()??{},a=t.filter(i=>i.getBoundingClientRect().bottom>o&&i.getBoundingClientRect().
top<r),s=n<0?a.find(i=>i.querySelector(".hit"))??a.at(e<0?-1:0):t[Math.min(Math.max(n+e,0),t.length-1)];s&&(s.tabIndex=-1,s.focus())}function R(){let e=te()&&document.
querySelector(".conv[aria-current]");(e||document.getElementById("thread"))?.focus({preventScroll:!e})}var Zt=e=>()=>{fe()||Tc(`pick-${e}`),ge(fe()?`[data-sel="${e}\
"]`:`#details [data-pick="${e}"]`)};function Tc(e){let t=document.getElementById("details"),n=document.querySelector("#thead .show-d");!n?.checkVisibility()||!t||
t.matches(":popover-open")||(t.dataset.while=e,t.showPopover({source:n}))}document.addEventListener("toggle",e=>{let t=document.getElementById("details");e.newState!==
"closed"||!e.target.id||t?.dataset.while!==e.target.id||(delete t.dataset.while,t.hidePopover())},!0);var Ya=e=>()=>ge(`${fe()?"#selection":"#thead"} [data-key=\
"${e}"]`);function Za(e,t){let n=t&&document.querySelector(t);if(n?.checkVisibility()){n.click();return}let o=document.querySelector("main");if(!document.getElementById(
"open")?.dataset.conversationId)return;let r=new Set((o.dataset.hides??"").split(" ").filter(Boolean));r.delete(e)||r.add(e),o.dataset.hides=[...r].join(" "),document.
cookie=`svcx_hides=${[...r].join(".")}; path=/app; max-age=31536000; samesite=lax`}function Eo(e,t){let n=o=>e?.querySelector(`[aria-keyshortcuts="${o}"]`);(t&&
n("Control+Shift+Enter")||n("Control+Enter"))?.click()}var xo=()=>[...document.querySelectorAll("form[data-write]")].find(e=>e.checkVisibility()),es=()=>document.
querySelector("#waiting [data-undo]")??document.querySelector("#say [data-undo]")??document.querySelector("#bulk [data-undo]"),he={j:()=>tt()?nt(1):Xa(1),k:()=>tt()?
nt(-1):Xa(-1),J:()=>Ga(1),K:()=>Ga(-1),o:()=>document.activeElement?.matches?.(".conv, .who-row")&&document.activeElement.click(),u:()=>Xt()?Xt().click():ss(),r:()=>_a(
"reply"),n:()=>_a("note"),s:fo,"Ctrl+Enter":()=>Eo(xo()),"Ctrl+Shift+Enter":()=>Eo(xo(),!0),"[":()=>Za("details","#thead .show-d"),"]":()=>Za("list"),e:Ya("e"),
E:Ya("E"),x:za,X:Ja,"*":bo,z:()=>es()?.click(),a:Zt("assign"),c:Zt("category"),p:Zt("priority"),t:Zt("tags"),m:()=>{document.querySelector(`${fe()?"#sel-assign":
"#pick-assign"} [value="${document.body.dataset.me}"]`)?.click()},"/":()=>{let e=[...document.querySelectorAll('input[name="q"]')].find(t=>t.offsetParent);e?.focus(),
e?.select()}},k=document.getElementById("commands");function ko(e){if(/Mac|iPhone|iPad/.test(navigator.platform))for(let t of e.querySelectorAll("kbd"))t.textContent=
t.textContent.replace("Ctrl","⌘")}ko(document);var st=k.querySelector("input"),Lo=()=>[...k.querySelectorAll('[role="option"]:not([hidden], [aria-disabled="tr\
ue"])')],So=!1;async function Nc(){let e=k.querySelector('[role="listbox"]');for(let n of e.querySelectorAll("[data-here]"))n.remove();let t=e.children.length>0;
if(e.prepend(...Fa()),st.value="",So=!1,Qt(),k.showModal(),!t)try{let n=await fetch(`${document.body.dataset.base}/commands`);if(!n.ok)throw new Error(n.status);
let o=document.createElement("template");o.innerHTML=await n.text(),ko(o.content),e.append(o.content),Qt()}catch{So=!0,Qt()}}function Oc(e){return e.startsWith(
"Ctrl+")?!!xo()?.elements.content.value.trim():"eEmacpt".includes(e)&&fe()||"jko".includes(e)&&tt()||e==="u"&&Xt()?!0:os.has(e)||e==="u"||e==="]"?!!document.getElementById(
"open")?.dataset.conversationId:"jkoxX*".includes(e)?qo().length>0:e!=="z"||!!es()}function Qt(){let e=st.value.trim().toLowerCase();for(let r of k.querySelectorAll(
'[role="option"]'))r.hidden=!r.textContent.toLowerCase().includes(e),r.ariaDisabled=Oc(r.dataset.key??"?")?null:"true";ts(Lo()[0]);let t=k.querySelector("[data-\
none]"),n=k.querySelector('[role="option"]:not([hidden])')||!k.querySelector('[role="option"]'),o=So?document.body.dataset.tFailed:n?"":t.dataset.none;t.textContent!==
o&&(t.textContent=o)}function ts(e){for(let t of k.querySelectorAll('[aria-selected="true"]'))t.setAttribute("aria-selected","false");e?.setAttribute("aria-sele\
cted","true"),e?.scrollIntoView({block:"nearest"}),st.setAttribute("aria-activedescendant",e?.id??"")}function ns(e){if(k.close(),e.run){e.run();return}if(e.dataset.
to){M(e.dataset.to);return}let[t,n]=e.dataset.key.split(" ");n?as[n]?.():rs(t)}var os=new Set(["J","K","r","n","s","Ctrl+Enter","Ctrl+Shift+Enter","e","E","m","\
a","c","p","t","["]);function rs(e){Pt()||(os.has(e)?_e()?Rt(he[e]):pa()||he[e]():he[e]?.())}st.addEventListener("input",Qt);st.addEventListener("keydown",e=>{let t=Lo(),
n=t.findIndex(r=>r.getAttribute("aria-selected")==="true"),o={ArrowDown:1,ArrowUp:-1}[e.key];if(o&&t.length)ts(t[(n+o+t.length)%t.length]);else if(e.key==="Ente\
r"&&t[n])ns(t[n]);else return;e.preventDefault()});k.addEventListener("click",e=>{let t=e.target.closest('[role="option"]');Lo().includes(t)?ns(t):e.target===k&&
k.close()});var pe=document.getElementById("keys");he["?"]=async()=>{if(pe.showModal(),!pe.querySelector(".keycols"))try{let e=await fetch(`${document.body.dataset.
base}/keys`);if(!e.ok)throw new Error(e.status);let t=document.createElement("template");t.innerHTML=await e.text(),ko(t.content),pe.append(t.content)}catch{pe.
close(),Ye()}};pe.addEventListener("click",e=>{e.target===pe&&pe.close()});location.hash==="#search"&&he["/"]();var at=(e,t)=>()=>document.querySelector(t)?ge(t):
M(document.body.dataset.base+e),me=e=>at(`/inbox?view=${e}`,`.navlink[href*="view=${e}"]`),as={m:me("mine"),n:me("mentions"),u:me("unassigned"),o:me("open"),d:me(
"undelivered"),r:me("resolved"),c:me("closed"),a:at("/ratings",'.navlink[data-place="ratings"]'),p:at("/contacts",'.navlink[href$="/contacts"]'),e:at("/reports",
'[data-go="reports"]'),s:at("/settings",'[data-go="settings"]')};function ss(){let e=document.querySelector(".conv[aria-current]");te()?e?.focus():ge("#thead .b\
ack")}function Mc({key:e,ctrlKey:t,metaKey:n,shiftKey:o,repeat:r}){let a=document.activeElement??document.body;!a.dispatchEvent(new KeyboardEvent("keydown",{key:e,
ctrlKey:t,metaKey:n,shiftKey:o,repeat:r,bubbles:!0,cancelable:!0}))||t||n||!a.matches('input:not([type="checkbox"]), textarea')||(e==="Backspace"?document.execCommand(
"delete"):e!=="Enter"?document.execCommand("insertText",!1,e):a.matches("textarea")&&document.execCommand("insertText",!1,`
`))}function Rc(e){if(!ma()||!_e()||document.querySelector("[popover]:popover-open, dialog[open]"))return!1;let t=e.getModifierState?.("AltGraph");if(e.key==="E\
scape")Ft();else{if(e.key!=="Enter"&&e.key!=="Backspace"&&e.key.length>1)return!1;if(e.altKey&&!t||(e.ctrlKey||e.metaKey)&&!t&&e.key!=="Enter")return!1;Rt(()=>Mc(
t?{key:e.key}:e))}return e.preventDefault(),!0}var Qa=0;document.addEventListener("keydown",e=>{if(e.key==="k"&&(e.ctrlKey||e.metaKey)){e.preventDefault(),k.open?
k.close():Nc();return}let t=e.target.closest?.('input:not([type="checkbox"]), textarea, select, [contenteditable]'),n=t?.checkVisibility()&&t;if(!n&&Rc(e))return;
if(e.key==="Enter"&&(e.ctrlKey||e.metaKey)&&e.target.form?.dataset.write){e.preventDefault(),Eo(e.target.form,e.shiftKey);return}if(n){e.key==="Escape"&&!e.isComposing&&
!n.closest("[popover], dialog")&&(n.blur(),n.closest("#composer")&&R());return}if(e.ctrlKey||e.metaKey||e.altKey||e.defaultPrevented||document.querySelector("[p\
opover]:popover-open, dialog[open]"))return;if(e.key==="Escape"){fe()?Yt():ss();return}if(document.body.dataset.keys==="off")return;let o=Date.now()-Qa<1500?as:
he;Qa=e.key==="g"?Date.now():0;let r=o[e.key];r&&(e.preventDefault(),!(e.repeat&&!"jkJK".includes(e.key))&&(o===he?rs(e.key):r()))});var it=document.body.dataset,Io=crypto.getRandomValues(new Uint32Array(2)).join(""),Pc=720*60*1e3,Fc=4e4,on=(e,t)=>e===l()?document.querySelector(`form[data-wri\
te="${t}"]`):null,Co=e=>/\/inbox\/(\d+)\//.exec(e)[1],rn=e=>!e||e===429||e>=502&&e<=504,Ao=(e,t)=>e.fields.find(([n])=>n===t)?.[1]??"";function tn(e,t,n=Date.now(),o=!1){
let r=Co(e.path),a=[...e.formData].filter(([,i])=>typeof i=="string");a.push(["event",document.getElementById("details")?.dataset.event??""]),X(r,t,{fields:a,to:e.
path,at:n,...o&&{asks:o}}),$(r);let s=on(r,t)?.contains(document.activeElement);De(),s&&document.querySelector(`#panel-${t} [data-unsent-edit]`)?.focus(),To()}var cs=e=>Date.
now()-e.at>Pc;function Do(e,t,n){ds(e,t);let o=on(e,t);!o||o.elements.content.value||(o.elements.content.value=Ao(n,"content"),W(o))}function ds(e,t){X(e,t,null),
$(e),De()}function ls(e,t){tn({path:e.getAttribute("hx-post")??e.action,formData:new FormData(e,t?.name?t:void 0)},e.dataset.write)}function us(e,t,n){X(e,"repl\
y",{fields:n,to:t,at:Date.now()}),$(e),No(e,"reply").then(()=>{S(e,"reply")&&To()})}document.addEventListener("htmx:beforeRequest",e=>{let t=e.target,n=t.dataset?.
write;if(!n)return;let o=e.detail.requestConfig;if(q()||ms(Co(o.path))){e.preventDefault(),A(""),tn(o,n),an();return}let r=Date.now(),a=new AbortController,s=(i,c)=>t.
addEventListener(i,d=>{a.abort(),c(d.detail.xhr?.status)},{signal:a.signal});for(let i of["htmx:sendError","htmx:timeout","htmx:sendAbort","htmx:responseError"])
s(i,c=>{rn(c)&&tn(o,n,r)});s("htmx:beforeOnLoad",i=>{i!==422||Co(o.path)===l()||(tn(o,n,r,!0),m(it.tAsks))})});Kt(e=>{if(!e){nn=0,an();return}for(let t of document.
querySelectorAll("form[data-write].htmx-request"))window.htmx.trigger(t,"htmx:abort")});var nn=0,Bo;function To(){clearTimeout(Bo),nn=Math.min(6e4,Math.max(5e3,
2*nn)),Bo=setTimeout(an,nn)}var en=new Map;async function an(){clearTimeout(Bo);let e=new Set($t().map(({id:t})=>t).sort((t,n)=>(n===l())-(t===l())));for(let t of e)
await No(t,void 0,t===l()?0:1500);$t().some(({id:t,kind:n})=>!S(t,n)?.asks)&&To()}var fs=e=>["reply","note"].map(t=>({kind:t,...S(e,t)})).filter(({fields:t,asks:n})=>t&&
!n).sort((t,n)=>t.at-n.at),ms=e=>fs(e)[0]?.kind;async function No(e,t,n=0){for(let{kind:o}of fs(e))if(await Oo(e,o,n),o===t||ms(e)===o)return}function Oo(e,t,n=0,o=!1){
let r=`${e}:${t}`;return en.has(r)||en.set(r,Kc(e,t,n,o).finally(()=>en.delete(r))),en.get(r)}async function Hc(e,t){S(e,t)?.asks?await Oo(e,t,0,!0):await No(e,
t)}async function Kc(e,t,n,o){try{await new Promise(c=>{setTimeout(c,n)});let r=S(e,t);if(!r||r.asks&&!o||r.claim&&r.claim!==Io&&Date.now()-r.claimedAt<Fc)return;
if(cs(r)){X(e,t,{...r,asks:!0});return}r={...r,claim:Io,claimedAt:Date.now()},X(e,t,r);let a=new FormData;for(let[c,d]of r.fields)a.append(c,d);a.append("unatte\
nded","true");let s=await fetch(r.to,{method:"POST",body:t==="note"?new URLSearchParams(a):a,headers:{"HX-Request":"true"},signal:AbortSignal.timeout(3e4)}),i=await s.
text();S(e,t)&&Vc(e,t,r,s.status,i)}catch{$o(e,t)}}function $o(e,t){let n=S(e,t);n?.claim===Io&&X(e,t,{...n,claim:void 0})}function Vc(e,t,n,o,r){let a=e===l();
if(rn(o))$o(e,t);else if(o===401)$o(e,t),h();else if(o===200){let s=a&&document.getElementById("composer")?.contains(document.activeElement);Tt(e,t),t==="reply"&&
sn(e),ds(e,t),a?window.htmx.swap("#open",r,{swapStyle:"none"}):m(it.tSentLater),s&&R()}else if(a){let s=on(e,t);Do(e,t,n),o===422?window.htmx.swap("#open",r,{swapStyle:"\
none"}):A(b(o,r),s)}else X(e,t,{...n,claim:void 0,asks:!0}),$(e),m(it.tAsks)}var is=e=>document.importNode(document.querySelector(`#composer template[data-${e}]`).
content.firstElementChild,!0);function De(){let e=l(),t=document.getElementById("unsent");if(t)for(let n of document.querySelectorAll("form[data-write]")){let o=n.
dataset.write,r=S(e,o),a=n.parentElement.querySelector(".unsent-bar"),s=t.querySelector(`[data-kind="${o}"]`);if(n.hidden=!!r,!r){a?.remove(),s?.remove();continue}
n.elements.key.value=Ao(r,"key"),a||n.before(is("unsent-bar")),s||(s=is("unsent"),s.dataset.kind=o,s.classList.add(o==="note"?"note":"ours"),t.append(s));let i=s.
querySelector(".body"),c=Ao(r,"content")||r.fields.filter(([d])=>d==="attachment").map(([,d])=>d.split(" ").slice(1).join(" ")).join(", ");i.textContent!==c&&(i.
textContent=c)}}function ps(e){De();for(let t of["reply","note"]){let n=S(e,t);n?.asks&&(cs(n)?Do(e,t,n):q()||Oo(e,t,0,!0))}}document.addEventListener("click",e=>{
let t=e.target.closest?.(".unsent-bar button");if(!t)return;let n=l(),o=t.closest('[role="tabpanel"]').querySelector("form"),r=o.dataset.write;if(t.matches("[da\
ta-unsent-now]")){Hc(n,r).then(()=>{S(n,r)&&de(it.tStill)});return}let{content:a}=o.elements;Do(n,r,S(n,r));let s=a.value;t.matches("[data-unsent-discard]")?(a.
value="",W(o),Vt(o,it.tDiscarded,()=>{a.value=s,o.dispatchEvent(new CustomEvent("svcx:restored",{bubbles:!0})),W(o),a.focus()}),R()):a.focus()});addEventListener(
"storage",e=>{let t=On(e.key);if(!t)return;$(t.id);let n=on(t.id,t.kind);n&&!e.newValue&&(n.elements.key.value=crypto.getRandomValues(new Uint32Array(4)).join("\
-")),De()});$t().length&&setTimeout(an,500);var Mo=document.body.dataset,Po=new Map,ye=e=>Po.get(e)??[],D=()=>document.querySelector("[data-uploads]"),Ro=e=>`svcx:files:${Mo.base}:${Mo.me}:${e}`;function Fo(e){
try{let t=ye(e).map(n=>n.file.name);t.length?localStorage.setItem(Ro(e),JSON.stringify(t)):localStorage.removeItem(Ro(e))}catch{}}function Uc(e){try{return JSON.
parse(localStorage.getItem(Ro(e)))??[]}catch{return[]}}var Wc=e=>e<1024*1024?`${Math.max(1,Math.round(e/1024))} KiB`:`${(e/1024/1024).toFixed(1)} MiB`;function Te(e){
let t=D()?.querySelector('[role="status"]');t&&t.textContent!==e&&(t.textContent=e)}function Ho(e){let t=D();if(!t||e.length===0)return;if(t.dataset.takes===void 0){
Te(t.dataset.tNone);return}Qe("reply");let n=l(),o=ye(n);Po.set(n,o);let r=Number(t.dataset.maxFiles)-o.length;Te(e.length>r?t.dataset.tMany:"");for(let a of[...e].
slice(0,Math.max(0,r))){let s={id:n,file:a,to:t.dataset.to,progress:0};o.push(s),a.size>Number(t.dataset.maxBytes)?s.refused=t.dataset.tLarge:a.size===0?s.refused=
t.dataset.tEmpty:hs(s)}Fo(n),Ne(),Ut(t.closest("form"))}function hs(e){let t=new XMLHttpRequest,n=new FormData;n.append("file",e.file,e.file.name),e.request=t,e.
failed=e.refused="",e.progress=0,t.upload.addEventListener("progress",o=>{e.progress=o.lengthComputable?100*o.loaded/o.total:0,Ne(e)}),t.addEventListener("loade\
nd",()=>{if(e.request!==t||(e.request=void 0,t.status===401&&h()))return;let o=document.createElement("template");o.innerHTML=t.status===200||t.status===422?t.responseText:
"";let r=o.content.firstElementChild;t.status===200&&r?e.stored=r.dataset.id:t.status===422&&r?e.refused=r.textContent:e.failed=D()?.dataset.tFailed??Mo.tFailed,
Ne(),Ko(e.id)}),t.open("POST",e.to),t.setRequestHeader("HX-Request","true"),t.send(n)}function zc(e){let t=ye(e.id),{request:n}=e;e.request=void 0,n?.abort();let o=t.
indexOf(e);t.splice(o,1),Fo(e.id),Te(""),Ne(),Ut(D()?.closest("form")),(D()?.querySelectorAll("[data-remove]")[Math.min(o,t.length-1)]??document.getElementById(
"reply"))?.focus(),Ko(e.id)}function Ne(e){let t=D();if(!t)return;let n=t.querySelector("ul"),o=ye(l());for(let r of[...n.children])o.includes(r.one)||r.remove();
for(let r of o){let a=[...n.children].find(d=>d.one===r);if(a&&e&&e!==r)continue;a||(a=document.importNode(t.querySelector("template").content.firstElementChild,
!0),a.one=r,a.querySelector("[data-name]").textContent=r.file.name,a.querySelector("[data-size]").textContent=Wc(r.file.size),a.querySelector("[data-reason]").setAttribute(
"role","alert"),a.querySelector("progress").setAttribute("aria-label",r.file.name),a.querySelector("[data-remove]").addEventListener("click",()=>zc(r)),a.querySelector(
"[data-again]").addEventListener("click",()=>{hs(r),Ne(),a.querySelector("[data-remove]").focus()}),n.append(a)),a.querySelector("[data-remove]").setAttribute("\
aria-label",(r.request?t.dataset.tCancel:t.dataset.tRemove).replace("%",()=>r.file.name)),a.querySelector("progress").hidden=!r.request,a.querySelector("progres\
s").value=r.progress,a.querySelector("[data-again]").hidden=!r.failed;let i=a.querySelector("[data-reason]");i.textContent!==(r.refused||r.failed||"")&&(i.textContent=
r.refused||r.failed||"");let c=a.querySelector("input");c.disabled=!r.stored,c.value=r.stored??""}}function gs(e){if(!D())return;Ne();let t=ye(e).length?[]:Uc(e);
Te(cn.has(e)?D().dataset.tWaits:t.length?D().dataset.tLost.replace("%",()=>t.join(", ")):"")}function sn(e){Po.delete(e),Fo(e)}var cn=new Map;function Ko(e){let t=cn.
get(e);if(!t)return;let n=ye(e),o=n.some(r=>r.failed||r.refused);!o&&n.some(r=>r.request)||(cn.delete(e),e===l()&&Te(""),o?A(t.stopped):e===l()?document.querySelector(
'form[data-write="reply"]').requestSubmit(t.button?.isConnected?t.button:void 0):us(e,t.to,[...t.fields,...n.map(r=>["attachment",r.stored])]))}document.addEventListener(
"submit",e=>{if(!e.target.matches?.('form[data-write="reply"]')||e.submitter?.hasAttribute("formaction"))return;let t=l();if(!ye(t).some(r=>r.request||r.failed||
r.refused))return;e.preventDefault(),e.stopImmediatePropagation();let o=[...new FormData(e.target,e.submitter),["event",document.getElementById("details").dataset.
event]].filter(([r])=>r!=="attachment");cn.set(t,{button:e.submitter,to:e.target.action,fields:o,stopped:D().dataset.tStopped}),Te(D().dataset.tWaits),Ko(t)},!0);
document.addEventListener("change",e=>{e.target.matches(".attach input")&&(Ho(e.target.files),e.target.value="")});document.addEventListener("paste",e=>{let t=e.
clipboardData?.files??[];e.target.id!=="reply"||t.length===0||e.clipboardData.types.includes("text/plain")||(e.preventDefault(),Ho(t))});var Vo=e=>e.dataTransfer?.
types.includes("Files"),ys=e=>e.target.closest?.(".thr")?.querySelector("#drop");function Uo(e){let t=document.getElementById("drop");t&&(t.hidden=!e)}document.
addEventListener("dragover",e=>{if(!Vo(e))return;e.preventDefault();let t=ys(e);e.dataTransfer.dropEffect=t&&D()?.dataset.takes!==void 0?"copy":"none",Uo(t)});document.
addEventListener("dragleave",e=>{Vo(e)&&!e.relatedTarget&&Uo(!1)});document.addEventListener("drop",e=>{Vo(e)&&(e.preventDefault(),Uo(!1),ys(e)&&Ho(e.dataTransfer.
files))});var Jc=document.body.dataset,vs=new Intl.NumberFormat(document.documentElement.lang),jc=CSS.supports("field-sizing","content");function ct(e){let t=e.elements.content,
n=Number(t.dataset.max),o=t.value.length>n*.8?[...t.value].length:0,r=e.querySelector("[data-length]");if(r.textContent=o>n*.8?`${vs.format(o)} / ${vs.format(n)}`:
"",r.classList.toggle("need",o>n),o>n?t.setAttribute("aria-invalid","true"):t.removeAttribute("aria-invalid"),jc||!t.checkVisibility())return;t.rows=2;let{lineHeight:a,
paddingTop:s,paddingBottom:i}=getComputedStyle(t);t.rows=Math.max(2,Math.round((t.scrollHeight-parseFloat(s)-parseFloat(i))/parseFloat(a)))}var ws=0;document.addEventListener(
"input",e=>{let t=e.target.closest?.("form[data-write]");t&&(W(t),ct(t),Date.now()-ws>3e3&&(ws=Date.now(),fetch(`${Jc.base}/inbox/${document.getElementById("ope\
n").dataset.conversationId}/typing`,{method:"POST"}).catch(()=>{})))});document.addEventListener("svcx:restored",e=>ct(e.target));window.visualViewport?.addEventListener(
"resize",()=>{let{height:e,scale:t}=window.visualViewport,n=t===1?Math.max(0,innerHeight-e):0;document.documentElement.style.setProperty("--keyboard",`${n}px`),
n&&scrollTo(0,0)});var Xc=document.body.dataset,ne=new Map;function _c(e){let t=document.getElementById("open"),n=[...document.querySelectorAll(`.conv[data-conversation-id="${e}"]\
 .viewers`)];return t?.dataset.conversationId===e&&n.push(document.getElementById("viewers")),n.filter(Boolean)}function dt(e){for(let t of _c(e)){let n=[...ne.
get(e)?.values()??[]].map(o=>o.cloneNode(!0));t.replaceChildren(...n)}}function ve(e){if(e)dt(e.dataset.conversationId);else for(let t of ne.keys())dt(t)}function bs(e){
if(!e){let a=[...ne.keys()];ne.clear(),a.forEach(dt);return}let{conversationId:t,user:n,on:o}=e.dataset;if(n===Xc.me)return;let r=ne.get(t)??new Map;o==="true"?
r.set(n,e):r.delete(n),r.size?ne.set(t,r):ne.delete(t),dt(t)}function Es(e,t,n){let o=ne.get(e)?.get(t);if(!o)return;o.classList.toggle("typing-now",n);let r=n?
o.dataset.typing:o.title;o.setAttribute("aria-label",r),dt(e)}var P=document.body.dataset,ks=`svcx:told:${P.base}:${P.me}`,xs=10*6e4;function Gc(){try{return{event:0,note:0,...JSON.parse(localStorage.getItem(ks))}}catch{return{
event:0,note:0}}}function Ss(e,t){let n=Gc();if(t<=n[e])return!1;try{localStorage.setItem(ks,JSON.stringify({...n,[e]:t}))}catch{}return!0}var ln=e=>(e??"").split(
" ").includes(P.me);function Jo(e){return[...e.querySelectorAll("[data-waits]")]}function we(e){return Jo(e).some(t=>!t.hidden)}var Wo=new Map;function Ls(e){for(let t of e.
querySelectorAll(".mention"))t.classList.toggle("me",t.dataset.user===P.me);return!ln(e.dataset.mentions)||e.dataset.by.split("/")[1]===P.me?!1:(Wo.set(e.dataset.
conversationId,e),!0)}function Is(e,t){na(e,P.me,p(e.dataset.conversationId));let{conversationId:n,handed:o,handedAt:r,event:a,assignee:s,mentions:i,hands:c,mentioned:d}=e.
dataset,u=Wo.get(n);Wo.delete(n);let v=n===l(),y=v&&document.visibilityState==="visible"&&document.hasFocus();for(let O of Jo(e))O.hidden=y||!ln(O.dataset.waits===
"mention"?i:c);if(y&&Nn(e),v&&(ln(i)||ln(c))&&Oe(n),!(y||!t))if(u&&Date.now()-Number(u.dataset.at)<xs&&Ss("note",Number(u.dataset.messageId))){let O=u.querySelector(
".by b").textContent.trim();qs(e,d.replace("%",()=>O),P.tMentionedMany,"mentions",`/inbox/${n}?m=${u.dataset.messageId}#${u.id}`),zo(e,u.id)}else o&&s===P.me&&Date.
now()-Number(r)<xs&&Ss("event",Number(a))&&(qs(e,o,P.tHandedMany,"mine",`/inbox/${n}`),zo(e,`handed-${a}`))}var dn={view:"",at:0,n:0};function qs(e,t,n,o,r){let a=dn.
view===o&&Date.now()-dn.at<5e3?dn.n+1:1;dn={view:o,at:Date.now(),n:a};let s=document.createElement("a");s.className="btn sm",s.textContent=P.tOpen,s.href=P.base+
(a>1?`/inbox?view=${o}`:r),m(a>1?n.replace("%",a):t),a===1&&o==="mine"&&s.addEventListener("click",i=>{let c=p(e.dataset.conversationId);!c||i.ctrlKey||i.metaKey||
i.shiftKey||(i.preventDefault(),c.click())}),document.getElementById("say").append(" ",s)}function un(e){let t=p(e);if(!(!t||!we(t))){for(let n of Jo(t))n.hidden=
!0;Nn(t),be()}}var T=document.body.dataset,ut=(T.notify??"").split(" ").filter(Boolean),jo=(T.signs??"").split(" "),ft=`svcx:unread:${T.base}:${T.me}`;function Xo(e){let{assignee:t,
status:n}=e.dataset,o=t===""?"unassigned":t===T.me?"mine":"others";return n==="open"&&ut.includes(o)}function Me(){try{return new Set(JSON.parse(localStorage.getItem(
ft)??"[]"))}catch{return new Set}}function mn(e){try{localStorage.setItem(ft,JSON.stringify([...e].slice(-999)))}catch{}_o(e.size)}var fn=document.title;function _o(e){
if(!jo.includes("count"))return;let t=e?`(${e}) ${fn}`:fn;document.title!==t&&(document.title=t);let n=document.querySelector('link[rel="icon"]'),o=e?T.iconNew:
T.icon;n.getAttribute("href")!==o&&n.setAttribute("href",o),(e?navigator.setAppBadge?.(e):navigator.clearAppBadge?.())?.catch(()=>{})}function mt(e){let t=Me();
t.delete(e)&&mn(t)}var Go=new Map,Cs=0;function Bs(e){let t=Number(e.dataset.messageId);t<=Cs||(Cs=t,Go.set(e.dataset.conversationId,e))}function $s(e,t){let n=e.
dataset.conversationId,o=Go.get(n);Go.delete(n);let r=Date.parse(e.querySelector("time")?.dateTime);if(!Xo(e)&&!we(e)&&mt(n),!o||!Xo(e)||Number(o.dataset.at)<r||
document.getElementById("open")?.dataset.conversationId===n&&document.visibilityState==="visible"&&document.hasFocus())return;let s=Me();s.add(n),mn(s),Ds(e,t,o.
id)}function zo(e,t){if(!ut.includes("mine"))return;let n=Me();n.add(e.dataset.conversationId),mn(n),Ds(e,!0,t)}async function Ds(e,t,n){if(t){if(!window.SharedWorker){
let o=()=>localStorage.getItem(`${ft}:told`)===n?!1:(localStorage.setItem(`${ft}:told`,n),!0);try{if(!await(navigator.locks?navigator.locks.request("svcx-told",
o):o()))return}catch{}}jo.includes("sound")&&Zc(),jo.includes("desktop")&&Yc(e)}}function Yc(e){if(!window.isSecureContext||window.Notification?.permission!=="g\
ranted")return;let t=n=>e.querySelector(n)?.textContent.trim()??"";try{let n=new Notification(t(".who"),{body:`${t(".subj")}
${t(".prev")}`.trim(),tag:`svcx:${T.base}:${e.dataset.conversationId}`,icon:T.icon});n.onclick=()=>{n.close(),window.focus();let o=p(e.dataset.conversationId);o?
o.click():M(`${T.base}/inbox/${e.dataset.conversationId}`)}}catch{}}var As=0,lt;function Zc(){if(!(!navigator.userActivation?.hasBeenActive||Date.now()-As<3e3)){
As=Date.now(),lt??=new AudioContext;for(let[e,t]of[[0,660],[.12,880]]){let n=new OscillatorNode(lt,{frequency:t}),o=new GainNode(lt,{gain:0}),r=lt.currentTime+e;
o.gain.setValueAtTime(1e-4,r),o.gain.exponentialRampToValueAtTime(.12,r+.02),o.gain.exponentialRampToValueAtTime(1e-4,r+.22),n.connect(o).connect(lt.destination),
n.start(r),n.stop(r+.25)}T.rang=String(Number(T.rang??0)+1)}}function Qc(){if(ut.length===0)return;let e=Me();for(let t of document.querySelectorAll(".conv"))t.
classList.contains("unread")&&Xo(t)||we(t)&&ut.includes("mine")?e.add(t.dataset.conversationId):e.delete(t.dataset.conversationId);mn(e)}ut.length>0&&(new MutationObserver(
()=>{let e=document.title.replace(/^\(\d+\) /,"");e===fn&&document.title!==e||(fn=e,_o(Me().size))}).observe(document.head,{childList:!0,subtree:!0,characterData:!0}),
addEventListener("storage",e=>{e.key===ft&&_o(Me().size)}),Qc());function Zo(){let e=document.querySelector("#fill dialog");!e||e.matches(":modal")||(e.removeAttribute("open"),e.showModal(),Ts(e.querySelector("[aria-invalid]")??
e.querySelector("[autofocus]")))}function Ts(e){e?.focus(),e?.ariaInvalid&&e.select?.()}Zo();function Qo(){let e=document.getElementById("details");if(!e?.matches(
":popover-open"))return()=>{};let t=e.dataset.while;if(t&&!document.getElementById(t)?.matches(":popover-open"))return()=>{};let n=e.contains(document.activeElement)?
document.activeElement.getAttribute("popovertarget"):"";return()=>{let o=document.querySelector("#thead .show-d");o.focus({preventScroll:!0});let r=document.getElementById(
"details");t&&(r.dataset.while=t),r.showPopover({source:o}),n&&r.querySelector(`[popovertarget="${n}"]`)?.focus()}}var oe=history.state?.details;document.addEventListener(
"toggle",e=>{if(e.target.id!=="details"||te())return;let t={details:e.newState};if(oe)history.replaceState(t,"");else if(e.newState==="open")history.pushState(t,
"");else return;oe=e.newState},!0);addEventListener("popstate",e=>{let t=oe;oe=e.state?.details,!(!t||oe)&&(e.stopImmediatePropagation(),t==="closed"?history.back():
document.getElementById("details")?.hidePopover())});document.addEventListener("htmx:beforeHistoryUpdate",e=>{oe&&(e.detail.history.type="replace"),oe=void 0});
oe==="open"&&!te()&&document.getElementById("details")?.showPopover();var Ns=!1,Yo;document.addEventListener("htmx:oobBeforeSwap",e=>{if(e.detail.target.id==="d\
etails"&&(Yo=Qo()),e.detail.target.id!=="fill")return;let t=e.detail.target.querySelector("dialog[open]");Ns=!!t,t?.close()});document.addEventListener("htmx:oo\
bAfterSwap",e=>{e.detail.target.id==="fill"&&(Zo(),Ns&&!document.querySelector("#fill dialog")&&R()),e.detail.target.id==="details"&&(Yo?.(),Yo=void 0,Ts(document.
querySelector("#details form.editing [aria-invalid]")))});document.addEventListener("htmx:afterSwap",Zo);document.addEventListener("click",e=>{let t=e.target.closest?.(
"dialog:modal [data-close]");t&&(e.preventDefault(),t.closest("dialog").close());let n=e.target.closest?.("[data-opens]");if(n){e.preventDefault();let o=n.closest(
"[popover]"),r=document.querySelector(`[popovertarget="${o.id}"]`);o.hidePopover(),document.getElementById(n.getAttribute("popovertarget")).showPopover({source:r})}});
document.addEventListener("keydown",e=>{e.key!=="Enter"||e.altKey||!e.target.matches?.("#fill select")||(e.preventDefault(),e.target.form.requestSubmit())});document.
addEventListener("submit",e=>e.target.classList?.remove("editing"),!0);document.addEventListener("keydown",e=>{e.key!=="Enter"||!(e.ctrlKey||e.metaKey)||!e.target.
matches?.("#field-content")||(e.preventDefault(),e.target.form.requestSubmit())});var pt=new Set,Os=(e,t)=>Number(e.dataset.tried)<Number(t.dataset.tried);document.addEventListener("htmx:oobBeforeSwap",e=>{let{target:t,fragment:n}=e.detail;t.
matches(".dlv")&&Os(n.firstElementChild,t)&&(e.detail.shouldSwap=!1)});async function Ms(e,t){let n=await fetch(t,{headers:{"HX-Request":"true"}});if(!n.ok)throw new Error(
n.status);let o=new DOMParser().parseFromString(await n.text(),"text/html"),[r,a]=[document.getElementById(e),o.getElementById(e)];r&&a&&pt.has(e)&&!Os(a,r)&&Ps(
r,document.importNode(a,!0))}var er;document.addEventListener("htmx:beforeRequest",e=>{let t=e.target.closest?.(".dlv");er=t?.contains(document.activeElement)?t.
id:void 0});var Rs=e=>er===e&&(document.activeElement===document.body||document.getElementById(e)?.contains(document.activeElement));document.addEventListener("\
htmx:oobAfterSwap",e=>{let{id:t}=e.detail.target;er&&Rs(t)&&document.getElementById(t).querySelector("a").focus()});function Ps(e,t){let n=e.contains(document.activeElement)||
Rs(e.id);e.replaceWith(t),w(t),window.htmx.process(t),n&&t.querySelector("a").focus()}document.addEventListener("click",async e=>{let t=e.target.closest?.("a[da\
ta-attempts]");if(!t||e.ctrlKey||e.metaKey||e.shiftKey)return;e.preventDefault();let n=t.closest(".dlv"),o=n.querySelector(".attempts");if(o){pt.delete(n.id),o.
remove();return}pt.add(n.id);try{await Ms(n.id,t.href)}catch{M(t.href)}});document.addEventListener("htmx:configRequest",e=>{e.target.closest(".dlv")&&!e.detail.
path.includes("?")&&(e.detail.path+=document.querySelector("#thead .back").search)});var tr=e=>!!e.querySelector(":is(.failed, .waits):not([hidden])"),ed=12e4;setInterval(
()=>{let e=!1;for(let t of document.querySelectorAll(".conv .waits[hidden]"))t.hidden=Date.now()-Number(t.dataset.since)<ed,e||=!t.hidden;e&&be()},1e4);function nr(e){
let{conversationId:t,failed:n,waits:o}=e.dataset,r=document.querySelector(`.conv[data-conversation-id="${t}"]`);r&&(r.querySelector(".failed").hidden=n!=="true",
o!=="true"&&r.querySelector(".waits")?.remove(),document.querySelector('#list[data-view="undelivered"]')&&r.parentElement.classList.toggle("gone",!tr(r))),(n===
"true"||[...document.querySelectorAll("a[data-quiet]")].some(i=>!i.hidden))&&be();let a=document.getElementById(e.id);if(!a){document.querySelector(`#m-${e.dataset.
messageId} > div`)?.append(e),window.htmx.process(e);return}let s=a.querySelector(".attempts");s&&(pt.add(e.id),e.append(s)),Ps(a,e),pt.has(e.id)&&Ms(e.id,e.querySelector(
"a").href).catch(()=>{})}var Fs=e=>[...e].map(t=>t.length>1?t:t.normalize("NFD")[0].toLowerCase()).join(""),td=e=>e!==void 0&&/[\p{L}\p{N}]/u.test(e),Hs=()=>Fs(document.getElementById("\
list")?.dataset.q??"").split(/[^\p{L}\p{N}]+/u).filter(Boolean),nd="#rows :is(.who, .subj, .prev), #thead h2, .det :is(.strong, dd)";function od(e,t){let n=Fs(e.
data);return n.length!==e.data.length?[]:t.flatMap(o=>{let r=[];for(let a=n.indexOf(o);a>=0;a=n.indexOf(o,a+o.length)){if(td(n[a-1]))continue;let s=new Range;s.
setStart(e,a),s.setEnd(e,a+o.length),r.push(s)}return r})}function pn(){if(!window.Highlight)return;let e=Hs(),t=[];for(let n of e.length?document.querySelectorAll(
nd):[]){if(n.querySelector(".hit"))continue;let o=document.createTreeWalker(n,NodeFilter.SHOW_TEXT);for(;o.nextNode();)t.push(...od(o.currentNode,e))}t.length?CSS.
highlights.set("found",new Highlight(...t)):CSS.highlights.delete("found")}function Ks(){pn();let e=document.getElementById("thread"),t=document.getElementById(
location.hash.slice(1)),n=[...(t??e)?.querySelectorAll(".hit")??[]];if(!e||!n.length)return;let{top:o,bottom:r}=e.getBoundingClientRect(),a=s=>s.getBoundingClientRect().
bottom<r&&s.getBoundingClientRect().top>o;n.some(a)||n.at(t?0:-1).scrollIntoView({block:"center"})}Ks();document.addEventListener("htmx:afterSettle",e=>{e.target.
id==="open"?Ks():Hs().length&&pn()});var Vs=e=>[Date.parse(e.querySelector("time").dateTime),Number(e.dataset.conversationId)];function rd(e,t){let[n,o]=Vs(e),[r,a]=Vs(t);return n<r||n===r&&o<a}function or(e){
let t=e.querySelector(".conv"),n=document.getElementById("rows"),o=[...n.children].find(r=>r!==e&&(r.matches(".more")||rd(r.querySelector(".conv"),t)));return o?.
matches(".more")?n.contains(e):(o?o.previousElementSibling!==e&&o.before(e):n.append(e),!0)}function rr(e){for(let r of e.querySelectorAll("span[data-count]"))for(let a of document.
querySelectorAll(`span[data-count="${r.dataset.count}"]`))a.textContent=r.textContent;let t=[...document.querySelectorAll("a[data-quiet]")].filter(r=>{let{textContent:a,
dataset:s}=r.querySelector(".n"),i=a==="0",c=document.querySelector(`#list[data-view="${s.count}"]`);return r.hidden!==(r.matches("#list *")?i||!!c:i&&!c)});if(!t.
length)return;let n=document.getElementById("list-scroll"),o=n?.getBoundingClientRect().top;for(let r of t)r.hidden=!r.hidden;n?.scrollTop&&(n.scrollTop+=n.getBoundingClientRect().
top-o)}function Us(){let e=document.getElementById("list");if(!e)return"";let t=new URLSearchParams(location.search);return t.set("view",e.dataset.view),`?${t}`}
async function ar(e){let t=Us(),n=await fetch(`${e}/counts${t}`);if(!n.ok)throw new Error(n.status);let o=new DOMParser().parseFromString(await n.text(),"text/h\
tml");Us()===t?rr(o):await ar(e)}var x=document.body.dataset,Ee=()=>document.getElementById("list"),cr=()=>document.getElementById("rows"),L=()=>document.getElementById("open")?.dataset.conversationId??
"",p=e=>document.querySelector(`.conv[data-conversation-id="${e}"]`);function bt(e,t){let n=e.querySelector(".cnt");n.hidden=t===0,n.querySelector(".n").textContent=
t,e.classList.toggle("unread",t>0)}var ur=e=>e.classList.contains("unread")?Number(e.querySelector(".cnt .n").textContent):0;function re(e){let t=document.createElement(
"template");t.innerHTML=e;let n=t.content.firstElementChild;return w(t.content),n}function fr(e){let t=document.getElementById("messages"),n=e.matches("article");
if(!t||n&&e.dataset.conversationId!==L())return;let o=document.getElementById(e.id);if(o&&!n)return;if(window.htmx.process(e),o){o.classList.contains("cont")&&e.
classList.add("cont"),o.replaceWith(e);return}let{earlier:r,later:a}=document.getElementById("thread").dataset;if(a!==void 0)return;let s=Number(e.dataset.at),i=[
...t.querySelectorAll("[data-at]")],c=i.find(y=>Number(y.dataset.at)>s);if(c&&c===i[0]&&r!==void 0)return;if(c){c.before(e),n||c.classList.remove("cont");return}
let d=i.at(-1),u=document.getElementById("sending"),v=y=>u?u.before(y):t.append(y);if(!d||ze(new Date(Number(d.dataset.at)))!==ze(new Date(s))){let y=document.createElement(
"div");y.className="day",y.textContent=ze(new Date(s)),(d||t.children.length===0)&&v(y)}else n&&d===t.lastElementChild&&d.dataset.by===e.dataset.by&&s-Number(d.
dataset.at)<3e5&&e.classList.add("cont");v(e)}var gt,Ws;function Oe(e){gt=e,mr()}var Xs=()=>document.visibilityState==="visible"&&document.hasFocus();function mr(){
if(!gt||!Xs())return;let e=gt;if(gt=void 0,e!==L())return;let t=p(e);t&&bt(t,0),clearTimeout(Ws),Ws=setTimeout(()=>fetch(`${x.base}/inbox/${e}/read`,{method:"PO\
ST"}).catch(()=>{gt??=e}),300)}document.addEventListener("visibilitychange",mr);addEventListener("focus",mr);function _s(e){let{conversationId:t,author:n}=e.dataset,
o=document.getElementById(e.id);dd(t),fr(e),n==="customer"&&!o&&Oe(t)}function ad(e){let t=e.dataset.conversationId,n=e.dataset.author==="customer",o=document.getElementById(
e.id);n?Bs(e):Ls(e);let r=t===L()&&Xs();t===L()&&_s(e);let a=p(t);a&&n&&!o&&!r&&Number(e.dataset.at)>=Date.parse(a.querySelector("time").dateTime)&&bt(a,ur(a)+1)}
function sr(e){let t=Ee().dataset,n=e.dataset,o=t.view==="resolved"||t.view==="closed"?t.view:"open";return t.view==="undelivered"&&!tr(e)||t.view==="mentions"&&
!e.dataset.mentions?.split(" ").includes(x.me)&&!p(e.dataset.conversationId)?!1:(["all","undelivered","mentions"].includes(t.view)||n.status===o)&&!(t.view==="m\
ine"&&n.assignee!==x.me)&&!(t.view==="unassigned"&&n.assignee!=="")&&(!t.category||n.category===t.category)&&(!t.channel||n.channel===t.channel)&&(!t.assignee||
n.assignee===t.assignee)&&(!t.tag||n.tags.split(`
`).includes(t.tag))}function gn(){let e=document.getElementById("list-scroll");return e.scrollTop===0&&!e.matches(":hover")&&!e.contains(document.activeElement)}
var sd=200,zs;function id(){cr().children.length<=sd||(zs??=setTimeout(()=>{zs=void 0,Ee()&&gn()&&xe()},2e3))}var vt=new Set;function dr(){let e=document.getElementById(
"news");e&&(e.hidden=vt.size===0,e.firstElementChild.textContent=x.tNewRows.replace("%",vt.size))}function cd(e,t){let n=e.firstElementChild,o=n.dataset.conversationId;
$s(n,t);let r=n.querySelector(".prev[data-own]");r&&r.dataset.by===x.me&&(r.textContent=r.dataset.own),Is(n,t),n.dataset.assignee===x.me&&n.querySelector(".end \
.av")?.remove();let a=p(o);if((!a||we(a)!==we(n)||a.dataset.status!==n.dataset.status||a.dataset.assignee!==n.dataset.assignee)&&be(),!!Ee()){if(Zs(n),n.search=
location.search.replace(/([?&])(before|after|m|tab)=[^&]*/g,"$1"),a){bt(n,ur(a)),a.hasAttribute("aria-current")&&n.setAttribute("aria-current","true");let i=a===
document.activeElement,c=a.parentElement;if(!sr(n)&&gn()&&o!==L()){c.remove();return}c.classList.toggle("gone",!sr(n)),ra(n,a),a.replaceWith(n),window.htmx.process(
c),c.querySelector(".sel").ariaLabel=e.querySelector(".sel").ariaLabel,ve(n),i&&n.focus(),$(o),pn(),Ee().dataset.sort==="newest"&&gn()&&o!==L()&&or(c);return}if(!sr(
n)||Ee().dataset.q){vt.delete(o),dr();return}if(gn()&&Ee().dataset.sort==="newest"){if(!or(e))return;document.querySelector("#list .blank")?.remove(),window.htmx.
process(e),ve(n),$(o),o!==L()&&Gs(o),id()}else vt.add(o),dr()}}var ht=new Set,Js;function Gs(e){ht.add(e),Js??=setTimeout(async()=>{Js=void 0;let t=[...ht].slice(
0,50);for(let n of t)ht.delete(n);try{let n=await fetch(`${x.base}/unread?${t.map(o=>`id=${o}`).join("&")}`);for(let o of re(await n.text()).children){let r=p(o.
dataset.conversationId);r&&bt(r,Math.max(ur(r),Number(o.textContent)))}}catch{}ht.size&&Gs([...ht][0])},100)}var Ys=()=>document.querySelector("#details [popove\
r]:popover-open, #details form.editing"),wt=!1;function Zs(e){if(e.dataset.conversationId!==L())return;let t=document.getElementById("details").dataset;(document.
querySelector("#summary .sum")||["status","assignee","category","priority","tags","event","summary"].some(n=>t[n]!==e.dataset[n]))&&pr()}function pr(){wt=!!Ys(),
wt||window.htmx.ajax("GET",`${x.base}/inbox/${L()}/parts${location.search?`${location.search}&`:"?"}event=${document.getElementById("details").dataset.event}`,{
source:"#open",target:"#thead",swap:"none"})}var hr=!1,Qs=e=>{hr=!!e.target.closest?.("#thead button, #details button")},gr=()=>setTimeout(()=>{hr=!1,wt&&L()&&pr()});
document.addEventListener("pointerdown",Qs,!0);document.addEventListener("keydown",e=>{e.key===" "&&Qs(e)},!0);document.addEventListener("keyup",e=>{e.key===" "&&
gr()},!0);for(let e of["pointerup","pointercancel","dragend"])document.addEventListener(e,gr,!0);addEventListener("blur",gr);document.addEventListener("htmx:oob\
BeforeSwap",e=>{let{target:t,fragment:n}=e.detail;if(!["thead","details"].includes(t.id))return;let o=Number(n.querySelector("[data-event]")?.dataset.event)<Number(
t.dataset.event);!o&&!hr&&!(t.id==="details"&&Ys())||(e.detail.shouldSwap=!1,o||(wt=!0))});document.addEventListener("toggle",e=>{wt&&e.newState==="closed"&&L()&&
pr()},!0);var yr;async function ei(){yr=void 0;try{await ar(x.base)}catch{}}function be(){yr??=setTimeout(ei,1e3+Math.random()*4e3)}document.addEventListener("h\
tmx:afterRequest",e=>{!e.detail.successful||e.detail.requestConfig.verb!=="post"||(clearTimeout(yr),ei())});var ir=new Map;function vr(e){let{conversationId:t,user:n,
role:o,on:r,at:a}=e.dataset;if(n===x.me)return;Es(t,n,r==="true");let s=`${t}/${n}/${o}`;clearTimeout(ir.get(s)),ir.delete(s),document.getElementById("typing")?.
querySelector(`[data-key="${s}"]`)?.remove();let i=p(t);if(i?.classList.remove("types"),r==="true"){if(t===L()){let c=e.cloneNode(!0);c.dataset.key=s,document.getElementById(
"typing").append(c)}o==="customer"&&i?.classList.add("types"),ir.set(s,setTimeout(()=>vr(ti(e)),Math.min(Math.max(500,Number(a)-Date.now()),15e3)))}}function ti(e){
let t=e.cloneNode(!0);return t.dataset.on="false",t}function dd(e){for(let t of document.querySelectorAll("#typing .typing"))t.dataset.conversationId===e&&vr(ti(
t))}function ld(e){let{conversationId:t,user:n}=e.dataset,o=p(t);n===x.me&&(mt(t),un(t),o&&bt(o,0))}var Re,hn=!1;async function xe(){if(!Ee()){be();return}if(Re){
hn=!0;return}Re=[];try{let{href:e}=location,t=await fetch(e,{headers:{Accept:"text/html","X-Svcx-Parts":"1"}});if(t.status===429||t.status>=500)throw new Error(
t.status);if(t.redirected||!t.ok){location.reload();return}let n=new DOMParser().parseFromString(await t.text(),"text/html");location.href===e?ud(n):hn=!0;let{sequence:o}=n.
body.dataset,r=Re.filter(a=>a.id>Number(o));Re=void 0;for(let a of r)oi[a.name](a)}catch{setTimeout(xe,2e3)}finally{Re=void 0}hn&&(hn=!1,await xe())}function ud(e){
let t=document.activeElement?.id,n=document.activeElement?.closest?.("#rows > li")?.querySelector(".conv").dataset.conversationId,o=document.activeElement?.matches(
".sel")?".sel":".conv";for(let a of["rows","thread","thead","details","summary"]){let s=e.getElementById(a),i=document.getElementById(a);if(!s||!i||i.contains(document.
activeElement)&&a==="details")continue;let c=[...document.querySelectorAll(".scroll")].map(u=>[u,u.scrollTop]),d=document.importNode(s,!0);if(w(d),a==="thread"){
for(let u of["data-earlier","data-later"])i.toggleAttribute(u,s.hasAttribute(u));i.replaceChildren(...d.childNodes)}else{let u=a==="details"?Qo():void 0;i.replaceWith(
d),u?.()}window.htmx.process(document.getElementById(a));for(let[u,v]of c)u.scrollTop=v}rr(e);let r=document.querySelector("#list .blank");cr().children.length?
r?.remove():!r&&e.querySelector("#list .blank")&&cr().before(document.importNode(e.querySelector("#list .blank"),!0)),vt=new Set,dr(),w(),Xe(),De(),Number(e.getElementById(
"open")?.dataset.unread)>0&&Oe(L()),ve(),t&&document.activeElement?.id!==t&&document.getElementById(t)?.focus(),n&&p(n)?.parentElement.querySelector(o).focus()}
var vn=[];document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&(vn=[])});function ni(){let e=vn.filter(t=>t.id>Number(document.getElementById(
"open")?.dataset.sequence));vn=[];for(let{name:t,data:n}of e){let o=re(n);if(t==="conversation")Zs(o.firstElementChild);else{if(o.dataset.conversationId!==L())continue;
t==="delivery"?nr(o):t==="message"&&_s(o)}}}var oi={message:e=>ad(re(e.data)),conversation:e=>cd(re(e.data),e.tells),delivery:e=>nr(re(e.data)),viewing:e=>bs(e.
data&&re(e.data)),typing:e=>vr(re(e.data)),read:e=>ld(re(e.data)),reset:xe},js;function yn(e){let t=document.getElementById("connection");clearTimeout(js),wa(e),
e==="open"?t.textContent="":e==="silent"?t.textContent=x.tOffline:t.textContent||(js=setTimeout(()=>{t.textContent=x.tOffline},1e3)),e==="out"&&h()}async function fd(){
for(;!await Ge();)yn("silent"),await new Promise(e=>{setTimeout(e,2e3)});location.reload()}var lr,yt=()=>lr?.({open:L(),visible:document.visibilityState==="visi\
ble"&&document.hasFocus()});function ri(){let e=Number(x.sequence),t=n=>{n.state?yn(n.state):oi[n.name]?.(n),n.id>0&&n.name!=="reset"&&(Re?.push(n),_e()&&vn.push(
n))};if(document.getElementById("news")?.addEventListener("click",xe),window.SharedWorker){let{port:n}=new SharedWorker(x.worker,{type:"module",name:"svcx"});n.
onmessage=({data:o})=>t(o),n.postMessage({base:x.base,since:e}),lr=o=>n.postMessage({look:o}),addEventListener("pagehide",()=>n.postMessage({})),addEventListener(
"pageshow",o=>{o.persisted&&fd()})}else import("./stream.js").then(({connect:n})=>{lr=n(x.base,e,t).look,yt()});yt();for(let n of["visibilitychange","focus","bl\
ur"])(n==="visibilitychange"?document:window).addEventListener(n,yt);addEventListener("offline",()=>yn("lost")),addEventListener("online",()=>yn("open"))}function md(e){let t=e.elements.seen;if(!e.elements.content.value)delete e.dataset.begun;else if(t&&!e.dataset.begun){e.dataset.begun="true";let n=[...document.
querySelectorAll("#messages article[data-message-id]")].at(-1);n&&document.getElementById("thread").dataset.later===void 0&&(t.value=n.dataset.messageId)}}document.
addEventListener("input",e=>{let t=e.target.closest?.("form[data-write]");t&&md(t)});function ai(){for(let e of document.querySelectorAll("form[data-write]"))e.
elements.content.value&&(e.dataset.begun="true")}var xt=document.body.dataset,pd=5e3,Et;function Er(){if(!Et)return;let e=Et;Et=void 0,clearTimeout(e.timer);let t=document.getElementById("waiting"),n=t?.contains(
document.activeElement);return t?.remove(),e.form.inert=!1,n&&e.form.elements.content.focus(),e.form.classList.remove("waits"),e}function wr(){let e=Er();if(!e)
return;let t=document.createElement("input");t.type="hidden",t.name=e.button?.name??"",t.value=e.button?.value??"",t.name&&e.form.append(t),e.go(),t.remove()}function hd(e){
let t=document.createElement("div");t.id="waiting",t.className="banner waiting";let n=document.createElement("span");n.className="grow",n.setAttribute("role","s\
tatus");let o=document.createElement("button");o.className="btn sm",o.type="button",o.textContent=xt.tUndo,o.dataset.undo="",o.addEventListener("click",Er),t.append(
n,o),e.before(t),n.textContent=xt.tSending,o.focus()}var br=e=>`svcx:left:${xt.base}:${xt.me}:${e}`,Pe;function ii(e){Pe?.disconnect(),Pe=void 0,!(!e||si(e))&&(Pe=
new MutationObserver(()=>{si(e)&&(Pe?.disconnect(),Pe=void 0)}),Pe.observe(document.getElementById("messages"),{childList:!0}))}function si(e){try{let t=localStorage.
getItem(br(e));if(!t)return!0;let n=document.querySelector('form[data-write="reply"]').elements.content,o=[...document.querySelectorAll('#messages article[data-\
author="agent"] .body')].at(-1)?.textContent.trim();if(n.value.trim()===t&&o!==t)return!1;if(localStorage.removeItem(br(e)),n.value.trim()!==t)return!0;n.value=
"",setTimeout(()=>n.dispatchEvent(new Event("input",{bubbles:!0})))}catch{}return!0}xt.undoSend&&(document.addEventListener("htmx:confirm",e=>{let t=e.target;if(!t.
matches?.('form[data-write="reply"]')||e.detail.triggeringEvent?.type!=="submit"||!t.elements.content.value.trim()&&!t.querySelector("[name=attachment]:enabled")||
(e.preventDefault(),Et))return;t.inert=!0,t.classList.add("waits");let n=e.detail.triggeringEvent.submitter;Et={form:t,button:n,go:()=>e.detail.issueRequest(!0),
timer:setTimeout(wr,pd)},hd(t)}),document.addEventListener("htmx:beforeSwap",e=>{e.detail.target?.id==="open"&&wr()}),document.addEventListener("htmx:oobBeforeS\
wap",e=>{e.detail.target.id==="composer"&&wr()}),addEventListener("pagehide",()=>{let e=Er();if(!e)return;if(q()){ls(e.form,e.button);return}let t=new FormData(
e.form,e.button?.name?e.button:void 0);try{localStorage.setItem(br(document.getElementById("open").dataset.conversationId),e.form.elements.content.value.trim())}catch{}
fetch(e.form.getAttribute("hx-post")??e.form.action,{method:"POST",body:t,keepalive:!0,headers:{"HX-Request":"true"}}).catch(()=>{})}));var Fe=document.body.dataset,di=`svcx:undone:${Fe.base}:${Fe.me}`,Se=new Map,wn=new WeakMap,ci=new WeakSet,li=e=>e>0&&e<500&&e!==429,qr=e=>[...e.elements].filter(
t=>t.name&&!t.matches("button")),bn=e=>JSON.stringify([new URL(e.getAttribute("action")??"",location).pathname,qr(e).map(({name:t})=>t)]);function ui(e,t){return e.
querySelector("[aria-multiselectable]")?t?.value||e.elements.typed?.value.trim():""}function gd(e,t){let n=qr(e).filter(({name:o,type:r})=>r==="hidden"&&o!=="ke\
y"&&!o.startsWith("was."));return JSON.stringify([bn(e),n.map(({value:o})=>o),ui(e,t)])}function xr(e){let t=e.cloneNode(!0);for(let n of t.querySelectorAll('[a\
ria-hidden="true"], .sr'))n.remove();return e.ariaLabel||t.textContent.trim()}function yd(e,t){let n=ui(e,t),o=n?e.querySelector('[role="listbox"]'):t?.closest(
'[role="listbox"]');if(o)return Fe.tChoice.replace("%a",()=>o.ariaLabel??"").replace("%b",()=>n||xr(t));let r=e.querySelectorAll(".field label");return r.length===
1?xr(r[0]):t?xr(t):""}document.addEventListener("htmx:beforeRequest",e=>{let{target:t,detail:{xhr:n,requestConfig:o}}=e;if(e.defaultPrevented||!t.matches("form")||
t.dataset.write||o.verb!=="post")return;let r=o.triggeringEvent?.submitter;if(wn.set(n,{id:t.closest("#open")?l():"",kind:bn(t),form:t,submitter:r&&{name:r.name,
value:r.value},what:gd(t,r),name:yd(t,r),sent:[...o.formData].filter(([,a])=>typeof a=="string")}),!ci.has(t)){ci.add(t);for(let a of["htmx:sendError","htmx:tim\
eout","htmx:responseError"])t.addEventListener(a,vd);t.addEventListener("htmx:beforeOnLoad",a=>{let s=wn.get(a.detail.xhr);s&&li(a.detail.xhr.status)&&Sr(s.what)})}});
var kr=e=>wn.has(e)&&!li(e.status);function vd({detail:{xhr:e}}){let t=wn.get(e);if(!t||!kr(e))return;let n=Se.get(t.what)?.bar.contains(document.activeElement);
t.text=b(e.status,e.responseText);let o=fi(t);mi(),Ir(),document.querySelector("#details:popover-open")?.hidePopover(),n&&o.querySelector("button").focus(),o.checkVisibility()||
de(o.firstElementChild.textContent)}function fi(e){Se.get(e.what)?.bar.remove();let t=Lr(e.text,e.name,()=>Cr({...e,gone:()=>Sr(e.what)}));t.classList.add("undo\
ne");let n=document.createElement("button");return n.className="btn ghost sm",n.type="button",n.textContent=Fe.tDismiss,n.addEventListener("click",()=>Sr(e.what)),
t.append(n),Se.set(e.what,{one:e,bar:t}),t}function mi(){try{sessionStorage.setItem(di,JSON.stringify([...Se.values()].map(({one:{form:e,...t}})=>t).filter(({id:e})=>e)))}catch{}}
try{for(let e of JSON.parse(sessionStorage.getItem(di))??[])fi(e)}catch{}function Lr(e,t,n){let o=document.createElement("div");o.className="banner bad",o.setAttribute(
"role","alert");let r=document.createElement("span");if(r.className="grow",t){let[a,s]=Fe.tNamed.split("%"),i=document.createElement("bdi");i.textContent=t,r.append(
a,i,`${s} `)}if(r.append(e),o.append(r),n){let a=document.createElement("button");a.className="btn sm",a.type="button",a.textContent=Fe.tAgain,a.addEventListener(
"click",n),o.append(a)}return o}function Sr(e){let t=Se.get(e)?.bar;Se.delete(e)&&mi();let n=t?.contains(document.activeElement);t?.remove(),n&&R()}function Ir(){
let e=document.getElementById("alert");for(let{one:{id:t},bar:n}of Se.values())e&&n.parentElement!==e&&(!t||t===l())&&e.append(n)}document.addEventListener("htm\
x:oobBeforeSwap",e=>{let{target:t,fragment:n}=e.detail;if(t.id!=="alert"||!t.querySelector(":scope > .undone"))return;e.detail.shouldSwap=!1;for(let r of t.querySelectorAll(
":scope > :not(.undone)"))r.remove();let o=[...n.querySelectorAll("#alert > *")];t.prepend(...o);for(let r of o)window.htmx.process(r)});function Cr({form:e,submitter:t,
sent:n=[],gone:o,...r}){let a=e?.isConnected?e:[...document.forms].find(c=>bn(c)===(r.kind??bn(e)));if(a&&a!==e)for(let c of qr(a)){let d=n.find(([u])=>u===c.name)?.[1];
d!==void 0&&c.name!=="key"&&c.matches('input:not([type="checkbox"], [type="radio"], [type="file"]), textarea, select')&&(c.value=d)}let s=({name:c,value:d})=>c===
t.name&&d===t.value,i=t&&[...a?.elements??[]].find(c=>c.matches("button")&&s(c));if(i)i.click();else if(a&&t?.name==="add"&&![...a.elements].some(c=>c.name==="r\
emove"&&c.value===t.value)){let c=document.createElement("button");Object.assign(c,{type:"submit",role:"option",...t}),a.querySelector('[role="listbox"]').append(
c),c.click(),c.remove()}else a&&!t?.name?a.requestSubmit():o()}var wd={"rt-image":"img","rt-audio":"audio","rt-video":"video"},pi="a:is(.rt-image, .rt-audio, .rt-video)";function hi(e){let t=document.createElement(wd[e.classList[0]]);
t.className="rt-shown",e.dataset.width&&t.setAttribute("width",e.dataset.width),e.dataset.height&&t.setAttribute("height",e.dataset.height),t.localName==="img"?
(t.alt=e.textContent,t.tabIndex=-1):(t.controls=!0,t.setAttribute("aria-label",e.textContent)),t.src=e.getAttribute("href"),t.addEventListener("error",()=>t.replaceWith(
e),{once:!0});let n=e===document.activeElement;e.replaceWith(t),n&&t.focus()}var gi=e=>e.parentElement.classList.add("lost");document.addEventListener("error",e=>{
e.target.matches?.(".shot img")&&gi(e.target)},!0);for(let e of document.querySelectorAll(".shot img"))e.complete&&!e.naturalWidth&&gi(e);document.addEventListener(
"click",e=>{let t=e.target.closest?.("[data-show-media]");if(t){for(let o of t.closest("article").querySelectorAll(pi))hi(o);t.remove();return}let n=e.target.closest?.(
pi);!n||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),hi(n))});var B=()=>document.getElementById("mentions"),F=()=>document.getElementById("note"),Dr=()=>[...B().querySelectorAll('[role="option"]')],bd=()=>Dr().filter(e=>!e.
hidden),En=()=>B().querySelector('[aria-selected="true"]'),St=e=>e.normalize("NFD").replace(/\p{M}/gu,"").toLowerCase(),j=-1,qe=-1,Ar;function Ed(){return Ar=(async()=>{
let e=await fetch(B().dataset.from,{headers:{"HX-Request":"true"}});if(e.status===401&&h(),!e.ok)throw new Error(b(e.status,await e.text()));let t=document.createElement(
"template");t.innerHTML=await e.text(),document.getElementById("mentions-list").replaceWith(t.content.firstElementChild)})(),Ar}function Br(){let{value:e,selectionStart:t,
selectionEnd:n}=F();if(t!==n)return;let o=/(?:^|[^\p{L}\p{N}_])@([^\n@]{0,64}(?:(?<=\S)@[^\s@]{0,64})?)$/u.exec(e.slice(0,t));return o&&{at:t-o[1].length-1,name:o[1]}}
function xd(e){let t=St(e.trim()),n;for(let o of Dr()){let r=St(o.textContent);o.hidden=!r.includes(t);let a=o.hidden?0:St(o.dataset.name)===t?3:r.split(/\s+/).
some(s=>s.startsWith(t))?2:1;a>(n?.rank??0)&&(n={rank:a,option:o})}B().hidden=!n,yi(/\s$/.test(e)?void 0:n?.option)}function yi(e){for(let t of Dr())t.setAttribute(
"aria-selected",String(t===e));e?.scrollIntoView({block:"nearest"}),e?F().setAttribute("aria-activedescendant",e.id):F().removeAttribute("aria-activedescendant")}
function ke(){j=-1,B()&&(B().hidden=!0,F().removeAttribute("aria-activedescendant"),F().removeAttribute("aria-controls"))}async function Tr(){$r();let e=Br();if((!e||
e.at!==qe)&&(qe=-1),!e||e.at===qe){ke();return}j<0&&(F().setAttribute("aria-controls","mentions-list"),Ed().catch(n=>{ke(),A(n instanceof TypeError?b():n.message)})),
j=e.at;try{await Ar}catch{return}let t=B()&&Br();t&&t.at===j&&xd(t.name),$r()}function vi(e){let t=F(),n=Br();if(!n)return;qe=n.at;let o=t.selectionEnd,r=`@${e.
dataset.mention}${/^\s/.test(t.value.slice(o))?"":" "}`;t.focus(),t.setSelectionRange(n.at,o),document.execCommand("insertText",!1,r)||(t.setRangeText(r,n.at,o,
"end"),t.dispatchEvent(new Event("input",{bubbles:!0}))),ke()}function $r(){let e=document.querySelector("[data-which]");if(!e||!B())return;let{value:t}=F(),o=[
...new Set([...B().querySelectorAll("[data-shared]")].map(s=>s.dataset.name))].map(s=>({name:s,at:St(t).search(new RegExp(`(?<![\\p{L}\\p{N}_])@${St(s).replace(
/[\\^$.*+?()[\]{}|/-]/g,"\\$&")}(?![\\p{L}\\p{N}_@])`,"u"))})).find(s=>s.at>=0&&(B().hidden||s.at!==j)),r=o?e.dataset.which.replace("%",()=>o.name):"";if(e.textContent===
r||(e.replaceChildren(),!r))return;let a=document.createElement("button");a.type="button",a.className="link",a.textContent=r,a.addEventListener("click",()=>{let s=F(),
i=s.value.toLowerCase().indexOf(`@${o.name.toLowerCase()}`)+o.name.length+1;qe=-1,s.focus(),s.setSelectionRange(i,i),Tr()}),e.append(a)}document.addEventListener(
"input",e=>{e.target.id==="note"&&!e.isComposing&&B()&&Tr()});document.addEventListener("compositionend",e=>{e.target.id==="note"&&B()&&Tr()});document.addEventListener(
"keydown",e=>{if(j<0||e.target!==F()||B().hidden||e.isComposing||e.ctrlKey||e.metaKey||e.altKey||e.shiftKey)return;let t=bd(),n={ArrowDown:1,ArrowUp:-1}[e.key];
if(n)yi(t[(t.indexOf(En())+(En()||n>0?n:0)+t.length)%t.length]);else if((e.key==="Enter"||e.key==="Tab")&&En())vi(En());else if(e.key==="Escape")qe=j,ke();else return;
e.preventDefault(),e.stopPropagation()},!0);document.addEventListener("mousedown",e=>{e.target.closest?.("#mentions")&&e.preventDefault()});document.addEventListener(
"click",e=>{let t=e.target.closest?.('#mentions [role="option"]');t?vi(t):j>=0&&!e.target.closest?.("#mentions, #note, [data-which]")&&ke()});document.addEventListener(
"focusin",e=>{j>=0&&e.target!==F()&&ke()});document.addEventListener("htmx:oobAfterSwap",e=>{e.detail.target.id==="composer"&&(qe=-1,ke(),$r())});var wi=document.body.dataset,Nr=e=>e.closest?.("form[data-write]"),qt=e=>e.querySelector(".format"),Or=e=>qt(e).dataset.plain!==void 0;function He(e,t,n,o){e.focus(),
e.setSelectionRange(t,n),!document.execCommand(o?"insertText":"delete",!1,o)&&(e.setRangeText(o,t,n,"end"),e.dispatchEvent(new Event("input",{bubbles:!0})))}function xn(e,t){
let{value:n,selectionStart:o,selectionEnd:r}=e,a=t.length;if(n.slice(o-a,o)===t&&n.slice(r,r+a)===t&&!(a===1&&n.slice(o-2,o)===t+t)){He(e,o-a,r+a,n.slice(o,r)),
e.setSelectionRange(o-a,r-a);return}let[,s,i,c]=/^(\s*)([^]*?)(\s*)$/.exec(n.slice(o,r));He(e,o,r,s+t+i+t+c);let d=o+s.length+a;e.setSelectionRange(d,d+i.length)}
function bi(e,t){let{value:n,selectionStart:o,selectionEnd:r}=e,a=n.lastIndexOf(`
`,o-1)+1,s=n.indexOf(`
`,r),i=s<0?n.length:s,c=n.slice(a,i).split(`
`),d=c.every(u=>u.startsWith(t));He(e,a,i,c.map(u=>d?u.slice(t.length):t+u).join(`
`))}function Sd(e){let{value:t,selectionStart:n,selectionEnd:o}=e,r=t.slice(n,o);if(/^https?:\/\/\S+$/.test(r)){He(e,n,o,`[](${r})`),e.setSelectionRange(n+1,n+1);
return}He(e,n,o,`[${r}](https://)`);let a=n+r.length+3;e.setSelectionRange(a,a+8)}var Ei={bold:e=>xn(e,"**"),italic:e=>xn(e,"*"),link:Sd,list:e=>bi(e,"- "),quote:e=>bi(
e,"> "),code:e=>e.value.slice(e.selectionStart,e.selectionEnd).includes(`
`)?xn(e,"\n```\n"):xn(e,"`")};function xi(e,t){qt(e).hidden=!t,e.querySelector("[data-formatting]").setAttribute("aria-expanded",String(t)),Or(e)||(e.elements.format.
value=t?"markdown":"",e.elements.content.value.trim()&&W(e)),t||Sn(e,!1)}async function Sn(e,t){let n=e.querySelector("[data-preview]"),o=e.elements.content;if(e.
querySelector("[data-show-preview]")?.setAttribute("aria-pressed",String(t)),!t){if(n.hidden)return;n.hidden=!0,o.hidden=!1,o.focus();return}try{let r=await fetch(
`${wi.base}/inbox/${document.getElementById("open").dataset.conversationId}/preview`,{method:"POST",body:new URLSearchParams({content:o.value}),headers:{"HX-Req\
uest":"true"}});if(r.status===401&&h(),!r.ok)throw new Error(r.status);n.innerHTML=await r.text()}catch{n.textContent=wi.tFailed}e.querySelector("[data-show-pre\
view]")?.getAttribute("aria-pressed")==="true"&&(n.hidden=!1,o.hidden=!0)}document.addEventListener("click",e=>{let t=Nr(e.target),n=e.target.closest?.("button");
!t||!n||(n.dataset.formatting!==void 0?(xi(t,qt(t).hidden),t.querySelector("[data-preview]").hidden&&t.elements.content.focus()):n.dataset.format?(Sn(t,!1),Ei[n.
dataset.format](t.elements.content)):n.dataset.showPreview!==void 0&&Sn(t,n.getAttribute("aria-pressed")!=="true"))});document.addEventListener("mousedown",e=>{
e.target.closest?.("[data-format]")&&e.preventDefault()});document.addEventListener("keydown",e=>{let t=Nr(e.target);if(!t||!e.target.matches("textarea")){let o=e.
target.closest?.(".format"),r={ArrowRight:1,ArrowLeft:-1}[e.key];if(!o||!r)return;let a=[...o.querySelectorAll("button")];e.preventDefault(),a[(a.indexOf(e.target)+
r+a.length)%a.length].focus();return}let n={b:"bold",i:"italic"}[e.key.toLowerCase()];!n||!(e.ctrlKey||e.metaKey)||e.altKey||e.shiftKey||Or(t)||(e.preventDefault(),
qt(t).hidden&&xi(t,!0),Ei[n](e.target))});document.addEventListener("paste",e=>{let t=Nr(e.target);if(!t||!e.target.matches("textarea")||t.elements.format.value!==
"markdown")return;let{value:n,selectionStart:o,selectionEnd:r}=e.target,a=e.clipboardData?.getData("text/plain").trim()??"";o===r||!/^https?:\/\/\S+$/.test(a)||
n.slice(o,r).includes(`
`)||(e.preventDefault(),He(e.target,o,r,`[${n.slice(o,r)}](${a})`))});document.addEventListener("svcx:restored",e=>{let t=e.target.elements.format.value==="mark\
down";Or(e.target)||(qt(e.target).hidden=!t,e.target.querySelector("[data-formatting]").setAttribute("aria-expanded",String(t)),Sn(e.target,!1))});var qn=document.getElementById("zones");if(qn){document.getElementById("field-zone").setAttribute("list","zones");for(let e of Intl.supportedValuesOf?.("timeZon\
e")??[])qn.append(new Option("",e));kt()}function Si(){return window.isSecureContext?window.Notification?.permission??"missing":"insecure"}function kt(){let e=document.
getElementById("permission");e.hidden=!document.getElementById("field-desktop").checked;let t=Si();for(let n of e.querySelectorAll("[data-state]"))n.hidden=n.dataset.
state!==t}document.addEventListener("change",e=>{!qn||e.target.id!=="field-desktop"||(kt(),e.target.checked&&Si()==="default"&&Notification.requestPermission().
then(kt))});document.addEventListener("click",e=>{e.target.closest?.("[data-permit]")&&Notification.requestPermission().then(kt)});document.addEventListener("re\
set",()=>{qn&&setTimeout(kt)});var Lt=document.getElementById("field-slug"),Mr=document.getElementById("field-name");if(Lt&&Mr){let e=Lt.value==="";Lt.addEventListener("input",()=>{e=Lt.value===
""}),Mr.addEventListener("input",()=>{e&&(Lt.value=Mr.value.normalize("NFKD").replace(/\p{M}/gu,"").toLowerCase().replace(/[^a-z0-9]+/g,"-").replace(/^-|-$/g,"").
slice(0,63))})}document.addEventListener("click",e=>{e.target.closest?.("#download")&&setTimeout(()=>document.getElementById("export-line")?.dispatchEvent(new Event(
"begun")),700)});var qi=`svcx:place:${document.body.dataset.base}`,Le=()=>document.getElementById("list-scroll"),Rr=()=>[...document.querySelectorAll("#rows .conv")],ki=()=>JSON.
stringify(document.getElementById("list").dataset),Pr=e=>e.getBoundingClientRect().top;function Li(){try{let e=JSON.parse(sessionStorage.getItem(qi));return e?.
list===ki()&&e}catch{return!1}}function Ii(e){try{sessionStorage.setItem(qi,JSON.stringify(e))}catch{}}function Ci(){if(!Le())return;let{top:e,bottom:t}=Le().getBoundingClientRect(),
n=a=>Pr(a)-e,o=Le().scrollTop?Rr().filter(a=>n(a)>-a.offsetHeight&&n(a)<t-e):[],r=!Le().checkVisibility()&&Li()||{list:ki(),n:Rr().length,seen:o.map(a=>[a.dataset.
conversationId,n(a)])};Ii({...r,open:l()})}addEventListener("pagehide",Ci);document.addEventListener("htmx:beforeRequest",e=>{e.detail.target?.id==="open"&&!te()&&
Ci()});var kn,Fr=new MutationObserver(Ai);function Ai(){let{n:e,seen:t,open:n}=kn,o=document.querySelector("#rows .more a");if(o&&Rr().length<e&&!p(t.at(-1)?.[0]??
n)){window.htmx.trigger(o,"click");return}Fr.disconnect();let[r,a]=t.find(([i])=>p(i))??[],s=()=>{p(r)&&(Le().scrollTop+=Pr(p(r))-Pr(Le())-a),t.some(([i])=>i===
n)||p(n)?.scrollIntoView({block:"nearest"})};s(),requestAnimationFrame(s)}if(Le()?.checkVisibility()&&(kn=Li(),Ii(null),kn&&(kn.open||performance.getEntriesByType(
"navigation")[0].type!=="navigate"))){for(let e of["pointerdown","wheel","keydown"])addEventListener(e,()=>Fr.disconnect(),!0);Fr.observe(document.getElementById(
"rows"),{childList:!0}),document.addEventListener("DOMContentLoaded",Ai)}function qd(e){let t=[...document.querySelectorAll(`[popovertarget="${e.id}"]`)].find(c=>c.checkVisibility());if(!t)return;let n=t.getBoundingClientRect(),{width:o,
height:r}=e.getBoundingClientRect(),s=n.bottom+4+r<=innerHeight-8||n.top-4-r<8?n.bottom+4:n.top-4-r,i=n.left+o<=innerWidth-8?n.left:n.right-o;e.style.inset=`${Math.
max(Math.min(s,innerHeight-8-r),8)}px auto auto ${Math.max(i,8)}px`,e.style.margin="0"}if(!CSS.supports("position-area","bottom"))for(let e of["beforetoggle","t\
oggle"])document.addEventListener(e,t=>{if(t.target.matches(".pop")){if(t.newState!=="open"){e==="toggle"&&t.target.removeAttribute("style");return}t.target.style.
opacity=e==="toggle"?"":"0",e==="toggle"&&qd(t.target)}},!0);function $i(e){e.removeAttribute("open"),e.showModal(),(e.querySelector("[aria-invalid], [autofocus], input:not([type=hidden]), select, textarea")??e.querySelector(
"form button"))?.focus()}var Bi=document.querySelector("dialog.ask[open]");Bi&&$i(Bi);document.querySelector(".tabs [aria-current]")?.scrollIntoView({inline:"ne\
arest",block:"nearest"});document.addEventListener("click",async e=>{let t=e.target.closest?.("[data-ask], .ask [data-close], button[data-copy]");if(t){if(t.dataset.
copy){let n=document.getElementById(t.dataset.copy);await Qn(n.dataset.value??n.value??n.textContent),m(document.body.dataset.tCopiedIt);return}e.preventDefault(),
t.dataset.ask?$i(document.getElementById(`ask-${t.dataset.ask}`)):t.closest("dialog").close()}});document.addEventListener("keydown",e=>{e.key!==" "||!e.target.
matches?.("a[role=button]")||(e.preventDefault(),e.target.click())});var kd=3e3,Ld=3e4,Id=200,Cd=document.querySelector("main"),ae=document.querySelector("table[data-new]");document.addEventListener("change",e=>{e.target.matches(
"[data-sift] select")&&e.target.form.requestSubmit(),e.target.matches("input[form=redeliver]")&&Ad()});document.addEventListener("formdata",e=>{if(e.target.matches(
"[data-sift]"))for(let[t,n]of[...e.formData])n||e.formData.delete(t)});function Ad(){let e=document.querySelector("[data-selected]"),t=document.querySelectorAll(
"input[form=redeliver]:checked").length;e.classList.toggle("on",t>0),e.querySelector("[data-text]").textContent=t?e.querySelector("[data-text]").dataset.text.replace(
"%",t):"",document.querySelector(".tbl")?.classList.toggle("selecting",t>0)}function Hr(e,t){let n=document.createElement("template");return n.innerHTML=e,w(n.content),
n.content.querySelector(t)}async function Kr(e){let t=await fetch(e,{headers:{"HX-Request":"true"}});if(t.status===401&&h(),!t.ok)throw new Error(t.status);return t.
text()}async function Bd(e){let t=document.getElementById(`x-${e.dataset.eventId}`),n=e.querySelector("[data-open]");if(t){t.remove(),e.classList.remove("open"),
n.setAttribute("aria-expanded","false");return}e.classList.add("open");try{let o=Hr(await Kr(n.href),"tr.x");if(!e.classList.contains("open")||document.getElementById(
o.id))return;e.after(o),n.setAttribute("aria-expanded","true")}catch{location.href=n.href}}document.addEventListener("click",e=>{if(e.ctrlKey||e.metaKey||e.shiftKey||
e.button!==0)return;let t=e.target.closest?.("tr.r");if(!t)return;let n=e.target.closest("a, button, input, label");n&&n.dataset.open===void 0||!n&&getSelection().
toString()||(e.preventDefault(),Bd(t))});function $d(){let e=ae.closest(".tbl");return Cd.scrollTop===0&&!e.matches(":hover")&&!e.contains(document.activeElement)&&
!e.querySelector("tr.x, input:checked")}var It=[],Ke=!1;function Ti(){let e=ae.tBodies[0];for(ae.closest(".tbl").hidden=!1,document.querySelector("#open > .blan\
k")?.remove(),e.prepend(...It),It=[];e.querySelectorAll("tr.r").length>Id;)e.lastElementChild.remove();Ni()}function Ni(){let e=document.querySelector(".ev-new");
e.hidden=It.length===0&&!Ke,e.firstElementChild.textContent=Ke?e.dataset.many:e.dataset.fresh.replace("%",It.length)}function Di(e){let t=document.querySelector(
"[data-live]");!t||t.classList.contains("lost")===e||(t.classList.toggle("lost",e),t.lastElementChild.textContent=e?t.dataset.lost:t.dataset.on)}async function Dd(){
if(document.visibilityState!=="visible"||Ke)return;let e=new URL(ae.dataset.new,location.href);e.searchParams.set("after",ae.dataset.last);try{let t=Hr(await Kr(
e),"table");Di(!1);let n=[...t.querySelectorAll("tr.r")].filter(o=>!document.getElementById(o.id));if(n.length===0)return;Ke=t.dataset.more==="true",ae.dataset.
last=t.dataset.last,It.unshift(...n),$d()&&!Ke?Ti():Ni()}catch{Di(!0)}}async function Td(){let e=document.getElementById("figures");if(!(document.visibilityState!==
"visible"||!e||e.matches(":hover")||e.contains(document.activeElement)||e.querySelector("details[open]")))try{e.replaceWith(Hr(await Kr(ae.dataset.figures),"#fi\
gures"))}catch{}}ae&&(document.querySelector(".ev-new button").addEventListener("click",()=>Ke?location.reload():Ti()),setInterval(Dd,kd),setInterval(Td,Ld));var Ln=e=>[...e.querySelectorAll(":scope > [data-id]")];async function Oi(e,t,n){let o=e.closest(".ordered"),r=document.activeElement?.id;try{let a=await fetch(
e.action,{method:"POST",body:new URLSearchParams(t),headers:{"HX-Request":"true"}});a.status===401&&h();let s=await a.text();if(!a.ok)throw new Error(b(a.status,
s));let i=document.createElement("template");i.innerHTML=s;let c=i.content.getElementById("ordered");document.getElementById("ordered").replaceWith(c),document.
getElementById(r)?.focus(),m(c.dataset.said)}catch(a){o.append(...n),m(a instanceof TypeError?b():a.message)}}var In=Promise.resolve();document.addEventListener(
"submit",e=>{if(!e.target.matches("[data-move]"))return;e.preventDefault();let{id:n,value:o}=e.submitter;e.submitter.ariaDisabled!=="true"&&(In=In.then(()=>{let r=document.
getElementById(n)?.form;return r&&Oi(r,{by:o},Ln(r.closest(".ordered")))}))});document.addEventListener("pointerdown",e=>{let t=e.target.closest?.("[data-grip]");
if(!t||e.button!==0)return;e.preventDefault();let n=t.closest("[data-id]"),o=n.parentElement,r=Ln(o),a=new AbortController;n.classList.add("dragged");let s=v=>{
for(let y of Ln(o)){let O=y.getBoundingClientRect();if(y===n||v.clientY<O.top||v.clientY>O.bottom)continue;let Dn=v.clientY>O.top+O.height/2?y.nextElementSibling:
y;Dn!==n&&Dn!==n.nextElementSibling&&o.insertBefore(n,Dn)}},i=v=>{a.abort(),n.classList.remove("dragged"),v||o.append(...r)},c=()=>{i(!0);let v=n.nextElementSibling?.
dataset.id??"";Ln(o).every((y,O)=>y===r[O])||(In=In.then(()=>Oi(n.querySelector("[data-move]"),{before:v},r)))},d=()=>i(!1),u=v=>{v.key==="Escape"&&(v.stopPropagation(),
d())};document.addEventListener("pointermove",s,{signal:a.signal}),document.addEventListener("pointerup",c,{signal:a.signal}),document.addEventListener("pointer\
cancel",d,{signal:a.signal}),document.addEventListener("keydown",u,{signal:a.signal,capture:!0})});var Vr=document.querySelector(".field-form #field-name"),Ct=document.
querySelector(".field-form #field-fieldKey");if(Vr&&Ct&&!Ct.value){let e=!1;Ct.addEventListener("input",()=>{e=!!Ct.value}),Vr.addEventListener("input",()=>{e||
(Ct.value=Vr.value.normalize("NFKD").toLowerCase().replace(/\p{M}/gu,"").replace(/[^a-z0-9]+/g,"_").replace(/^[^a-z]+|_+$/g,"").slice(0,64))})}var Ve=document.querySelector(".says"),Nd=document.documentElement.style,Od=8,Wr=()=>document.getElementById("thread"),Ur=0,Mi;function Md(){let e=Wr(),t=e===Mi;
Mi=e,e&&Ve.style.setProperty("--says-top",`${e.previousElementSibling.getBoundingClientRect().bottom}px`);let n=Ve.offsetHeight&&Ve.offsetHeight+Od;if(n===Ur)return;
e&&(e.style.paddingTop="");let o=e&&t&&!n&&e.scrollHeight<=e.clientHeight&&parseFloat(getComputedStyle(e).marginTop);o&&(e.style.paddingTop=`${parseFloat(getComputedStyle(
e).paddingTop)+o}px`),Ur=n,Nd.setProperty("--says",`${Ur}px`)}function Rd(){let e=Ve.querySelector("[data-of]");e&&(e.hidden=!l()||e.dataset.of===l())}if(Ve){let e=new ResizeObserver(
Md),t=()=>{e.disconnect(),e.observe(Ve),Wr()&&e.observe(Wr()),Rd()};t(),document.addEventListener("htmx:afterSwap",n=>{n.target.id==="open"&&t()})}var Ri;function Pi(){document.getElementById("start")&&(clearTimeout(Ri),Ri=setTimeout(async()=>{try{let e=await fetch(location.href,{headers:{Accept:"text/html",
"X-Svcx-Parts":"1"}});if(!e.ok||e.redirected)return;let t=new DOMParser().parseFromString(await e.text(),"text/html").getElementById("start"),n=document.getElementById(
"start");t?n?.replaceWith(document.importNode(t,!0)):n?.remove()}catch{}},300))}new MutationObserver(e=>{e.some(t=>[...t.removedNodes].some(n=>n.matches?.(".bla\
nk")))&&Pi()}).observe(document.querySelector("main"),{childList:!0,subtree:!0});document.addEventListener("htmx:afterRequest",e=>{e.detail.successful&&e.detail.
requestConfig?.elt.matches("form[data-write]")&&Pi()});document.addEventListener("htmx:beforeRequest",e=>{let t=e.target.closest?.("[data-running]")?.dataset.running;t&&e.target.matches("form")&&m(t)});document.addEventListener(
"htmx:oobBeforeSwap",e=>{let t=document.querySelector("#summary details"),n=e.target.id==="summary"&&e.detail.fragment.querySelector("details");t&&n&&t.open&&(n.
open=!0)});document.addEventListener("htmx:afterRequest",e=>{e.target.closest?.("#details [data-running]")&&document.querySelector("#details:popover-open")?.hidePopover()});
document.addEventListener("click",e=>{let t=e.target.closest?.("[data-drop]");!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),t.closest("[data-subject\
]").remove(),document.getElementById("ai-rename")?.focus())});var Pd=document.body.dataset;function Cn(e,...t){let n=[...e.childNodes];return e.replaceChildren(...t),e.ariaBusy="true",()=>{e.replaceChildren(...n),e.ariaBusy=
null}}function Fd(e,t){let n=e.closest(".picker")?.parentElement.querySelector('[id^="value-"]');if(n?.matches(".tags")){let r=[...n.children].filter(c=>c.matches(
".tag")).map(c=>c.cloneNode(!0)),[a,s]=[t.name,t.value||e.elements.typed.value.trim()];if(a==="remove")return Cn(n,...r.filter(c=>c.textContent!==s));let i=document.
createElement("span");return i.className="tag cut",i.dir="auto",i.textContent=s,Cn(n,...r,i)}if(n)return Cn(n,...[...t.children].filter(r=>!r.matches("svg")).map(
r=>r.cloneNode(!0)));let o=t.dataset.doing&&document.querySelector("#thead .status");return o?Cn(o,t.dataset.doing):void 0}document.addEventListener("htmx:befor\
eRequest",e=>{let{target:t,detail:{xhr:n,requestConfig:o}}=e,r=o.triggeringEvent?.submitter;if(e.defaultPrevented||!r||!t.matches("form:not([data-running])"))return;
r.ariaBusy="true";let a=t.matches("#open form")&&!t.dataset.write?Fd(t,r):void 0;a&&m("");let s,i=setTimeout(()=>{t.closest("#say")||(s=r.dataset.doing??Pd.tWorking,
m(s))},1e3);n.addEventListener("loadend",()=>setTimeout(()=>{clearTimeout(i),r.ariaBusy=null,a?.(),s&&document.getElementById("say").textContent===s&&m("")}))});var zr;function Fi(e){let t=["popovertarget","name","value","aria-label","data-key","href"].filter(r=>e.hasAttribute(r)).map(r=>`[${r}="${CSS.escape(e.getAttribute(
r))}"]`).join(""),n=e.closest("#details, #thead, #composer, #summary, #alert, #say"),o=e.id?`#${CSS.escape(e.id)}`:t&&n&&`#${n.id} ${e.localName}${t}`;zr=()=>o&&
[...document.querySelectorAll(o)].find(r=>r.checkVisibility()&&!r.disabled)}function Hi(){let e=zr;if(zr=void 0,!e||document.activeElement!==document.body)return;
let t=e();t?t.focus({preventScroll:!0}):R()}document.addEventListener("htmx:oobBeforeSwap",e=>{let t=document.activeElement;t===document.body||!e.detail.target.
contains(t)||(Fi(t),queueMicrotask(Hi))});document.addEventListener("htmx:beforeRequest",e=>{let t=document.activeElement;e.defaultPrevented||t===document.body||
t!==e.detail.requestConfig.triggeringEvent?.submitter||t.closest(".pop")||(Fi(t),e.detail.xhr.addEventListener("loadend",()=>setTimeout(Hi)))});document.addEventListener(
"htmx:beforeSwap",e=>{let t=document.activeElement,{target:n,requestConfig:{elt:o}}=e.detail;if(!o.matches('[role="search"] [name="q"]')||!n.contains(t))return;
let r=t.getAttribute("href");e.detail.xhr.addEventListener("loadend",()=>setTimeout(()=>{if(document.activeElement!==document.body)return;(r&&document.querySelector(
`#${CSS.escape(n.id)} a[href="${CSS.escape(r)}"]`)||o).focus({preventScroll:!0})}))});var Jr;document.addEventListener("beforetoggle",e=>{e.newState==="open"&&e.
target.matches(".pop")&&(Jr=document.activeElement)},!0);document.addEventListener("toggle",e=>{if(e.newState!=="closed"||!e.target.matches(".pop")||!Jr||Jr.isConnected)
return;let t=document.activeElement;(t===document.body||e.target.contains(t))&&R()},!0);async function Ki(e){let t=await fetch(e,{headers:{"HX-Request":"true"}});if(!t.ok)throw new Error(t.status);return[...new DOMParser().parseFromString(await t.text(),
"text/html").querySelectorAll('[role="option"]')].map(o=>document.importNode(o,!0))}document.addEventListener("toggle",async e=>{if(e.target.id!=="pick-tags"||e.
newState!=="open")return;let t=e.target.firstElementChild,n=t.querySelector('[role="listbox"]');try{let o=await Ki(t.dataset.from);for(let r of n.querySelectorAll(
'[name="add"]'))r.remove();n.querySelector("[data-new]").before(...o),t.elements.typed.dispatchEvent(new Event("input",{bubbles:!0}))}catch{}},!0);var N=()=>document.
getElementById("filter-tag"),H=()=>document.getElementById("filter-tags"),An=()=>[...H().children],Vi=()=>An().filter(e=>!e.hidden),Ue=()=>H().querySelector("[d\
ata-active]");document.addEventListener("toggle",async e=>{if(!(e.target.id!=="filter-menu"||e.newState!=="open")){N().role="combobox",N().ariaAutoComplete="lis\
t",Bn();try{H().replaceChildren(...await Ki(N().dataset.suggests)),document.activeElement===N()&&At()}catch{}}},!0);function jr(e){Ue()&&(Ue().ariaSelected="fal\
se",delete Ue().dataset.active),N().removeAttribute("aria-activedescendant"),e&&(e.id||=`filter-tags-${An().indexOf(e)}`,e.dataset.active="",e.ariaSelected="tru\
e",N().setAttribute("aria-activedescendant",e.id),e.scrollIntoView({block:"nearest"}))}function At(){let e=N().value.trim().toLowerCase();for(let r of An())r.hidden=
!r.value.toLowerCase().includes(e);let t=Vi().length>0;jr(),H().hidden=!t,N().ariaExpanded=String(t);let n=H().previousElementSibling,o=t||!An().length?"":n.dataset.
none;n.textContent!==o&&(n.textContent=o)}function Bn(){jr(),H().hidden=!0,N().ariaExpanded="false",H().previousElementSibling.textContent=""}function Ui(e){N().
value=e.value,N().focus(),Bn()}document.addEventListener("input",e=>{e.target.id==="filter-tag"&&At()});document.addEventListener("focusin",e=>{e.target.id==="f\
ilter-tag"?At():N()&&!H().contains(e.target)&&Bn()});document.addEventListener("click",e=>{let t=e.target.closest?.('#filter-tags [role="option"]');t?Ui(t):e.target.
id==="filter-tag"&&H().hidden&&At()});document.addEventListener("keydown",e=>{if(e.target.id!=="filter-tag"||e.isComposing)return;let t={ArrowDown:1,ArrowUp:-1}[e.
key];if(t){H().hidden&&At();let n=Vi();if(!n.length)return;let o=n.indexOf(Ue());jr(n[o<0?t>0?0:n.length-1:(o+t+n.length)%n.length])}else if(e.key==="Enter"&&Ue())
Ui(Ue());else if(e.key==="Escape"&&!H().hidden)Bn();else return;e.preventDefault(),e.stopPropagation()},!0);var $n=document.body.dataset,Hd=document.querySelector("main"),Wi=()=>document.getElementById("alert");document.documentElement.classList.add("js");document.cookie=
"svcx_scripts=1; path=/app; samesite=lax";w();function l(){return document.getElementById("open")?.dataset.conversationId??""}function zi(){let e=l();Hd.dataset.
view=e?"thread":"list";for(let n of document.querySelectorAll(".conv[aria-current]"))n.removeAttribute("aria-current");let t=e&&p(e);t&&(t.setAttribute("aria-cu\
rrent","true"),requestAnimationFrame(()=>p(e)?.scrollIntoView({block:"nearest"}))),(Number(document.getElementById("open")?.dataset.unread)>0||document.getElementById(
"open")?.dataset.waits!==void 0)&&Oe(e),Ji(e),Ir(),ni(),ii(e),requestAnimationFrame(()=>document.getElementById("thread")?.removeAttribute("aria-live")),yt(),ve(),
e&&mt(e),e&&un(e)}function Ji(e){fa(e),gs(e),ps(e),ai();for(let t of document.querySelectorAll("form[data-write]"))ct(t)}document.addEventListener("htmx:beforeS\
wap",e=>{e.detail.target.id==="open"&&(e.detail.swapOverride="whole show:none")});document.addEventListener("htmx:afterSwap",e=>{e.target.id==="open"?(w(e.target),
zi()):e.detail.target?.id!=="open"&&(w(e.detail.target??document),Xe())});document.addEventListener("htmx:afterSettle",e=>{e.target.id==="open"&&ha()});document.
addEventListener("htmx:oobAfterSwap",e=>{w(e.detail.target),e.detail.target.id==="thead"&&ve(),e.detail.target.id==="composer"&&Ji(l())});document.addEventListener(
"htmx:oobBeforeSwap",e=>{if(e.detail.target.id==="messages"){e.detail.shouldSwap=!1,w(e.detail.fragment);for(let t of e.detail.fragment.querySelectorAll("articl\
e.msg, .ev")){let n=document.getElementById(t.id)?.querySelector(".dlv");n&&t.querySelector(".dlv")?.replaceWith(n),fr(t)}}});document.addEventListener("submit",
e=>{let t=e.target.dataset?.write&&e.target.elements.content;!t||t.value.trim()||e.target.querySelector("[data-uploads] li")||(e.preventDefault(),e.stopImmediatePropagation(),
t.focus())},!0);document.addEventListener("htmx:beforeRequest",e=>{let t=e.target;if(e.defaultPrevented||!t.matches("form, #open"))return;let n=l(),o=t.closest(
"#open"),r=t.dataset.write&&t.elements.content.value;if(t.addEventListener("htmx:beforeOnLoad",function c(d){d.detail.xhr===e.detail.xhr&&(t.removeEventListener(
"htmx:beforeOnLoad",c),r&&d.detail.xhr.status<400&&d.detail.xhr.responseText.includes('id="composer"')&&t.elements.content.value===r&&Tt(n,t.dataset.write),t.dataset.
write==="reply"&&d.detail.xhr.status<400&&d.detail.xhr.responseText.includes('id="composer"')&&sn(n),o&&l()!==n&&d.preventDefault())}),!t.matches("form")||(A(""),
!r?.trim()))return;let a=document.createElement("article");a.className=t.dataset.write==="note"?"msg note sending":"msg ours sending",a.id="sending";let s=document.
createElement("div");s.className="body plain",s.textContent=r;let i=document.createElement("div");i.append(s),a.append(document.createElement("span"),i),document.
getElementById("messages")?.append(a)});document.addEventListener("htmx:afterRequest",e=>{e.detail.requestConfig?.elt.matches("form[data-write]")&&document.getElementById(
"sending")?.remove()});for(let e of["htmx:sendError","htmx:responseError","htmx:timeout"])document.addEventListener(e,t=>{let n=t.detail.xhr?.status;if(!(n===401&&
h())&&!(rn(n)&&t.target.matches("form[data-write]"))){if(kr(t.detail.xhr))return;if(!n&&!Kd(t))return;t.target.id!=="bulk-progress"&&A(b(t.detail.xhr?.status,t.
detail.xhr?.responseText),t.target,t.detail.requestConfig?.triggeringEvent?.submitter)}});var Kd=e=>e.target.matches("form, .conv")||e.detail.requestConfig?.triggeringEvent?.
type==="click";function b(e,t){return e?new DOMParser().parseFromString(t,"text/html").getElementById("failure")?.textContent||$n.tUnclear.replace("%",e):$n.tFailed}
function A(e,t,n){let o=Wi();for(let s of o?.querySelectorAll(":scope > :not(.undone)")??[])s.remove();if(!e)return;if(!o?.parentElement.checkVisibility()){q()&&
e===$n.tFailed?Ye():de(e);return}let r=()=>{t.matches("form")?Cr({form:t,submitter:n,gone:()=>A("")}):(p(t.dataset.conversationId)??t).click()},a=Lr(e,"",t?.matches?.(
"form, .conv, .more a")&&r);e===$n.tFailed&&!t?.matches?.("form")&&(a.dataset.away=""),o.prepend(a)}Kt(e=>{e||Wi()?.querySelector("[data-away]")?.remove()});document.
addEventListener("click",e=>{let t=e.target.closest?.('[role="tab"][data-tab]');!t||e.ctrlKey||e.metaKey||e.shiftKey||(e.preventDefault(),Qe(t.dataset.tab,!0))});
function Qe(e,t){for(let n of document.querySelectorAll('[role="tab"][data-tab]'))n.setAttribute("aria-selected",String(n.dataset.tab===e));for(let n of document.
querySelectorAll("#composer [data-for]"))n.hidden=n.dataset.for!==e;for(let n of document.querySelectorAll("form[data-write]"))n.parentElement.hidden=n.dataset.
write!==e,ct(n),t&&n.dataset.write===e&&n.elements.content.focus()}document.addEventListener("beforetoggle",e=>{e.newState!=="closed"||!e.target.contains(document.
activeElement)||e.target.parentElement.closest("[popover]:popover-open")?.querySelector(`[popovertarget="${e.target.id}"]`)?.focus()},!0);document.addEventListener(
"beforetoggle",e=>{let t=e.target.querySelector?.("[data-filter]");!t||e.newState!=="open"||(t.hidden=!t.name&&matchMedia("(pointer: coarse)").matches&&t.form.querySelectorAll(
'[role="option"]').length<=8,t.value="",Xi(t))},!0);var ji=e=>[...e.form.querySelectorAll('[role="option"]:not([hidden])')];function Xi(e){let t=e.value.trim().
toLowerCase(),n=e.form.querySelector("[data-new]"),o=!1;for(let c of e.form.querySelectorAll('[role="option"]')){let d=c.textContent.trim().toLowerCase();c.hidden=
!d.includes(t),o||=c!==n&&d===t}n&&(n.hidden=!t||o,n.firstElementChild.textContent=n.dataset.new.replace("%",()=>e.value.trim()));let r=ji(e),a=c=>c.textContent.
trim().toLowerCase();t||!n?_r(e,!t&&r.find(c=>c.ariaSelected==="true")||r.find(c=>a(c)===t)||r.find(c=>` ${a(c)}`.includes(` ${t}`))||r[0]):_r(e);let s=e.form.querySelector(
"[data-none]"),i=r.length?"":s.dataset.none;s.textContent!==i&&(s.textContent=i)}var Xr=e=>e.form.querySelector("[data-active]");function _r(e,t){if(Xr(e)?.removeAttribute(
"data-active"),!t){e.removeAttribute("aria-activedescendant");return}let n=t.closest('[role="listbox"]');t.id||=`${n.id}-${[...n.children].indexOf(t)}`,t.dataset.
active="",e.setAttribute("aria-activedescendant",t.id),t.scrollIntoView({block:"nearest"})}document.addEventListener("input",e=>{e.target.matches("[data-filter]")&&
Xi(e.target)});document.addEventListener("keydown",e=>{if(!e.target.matches?.("[data-filter]")||e.isComposing)return;let t=ji(e.target),n={ArrowDown:1,ArrowUp:-1}[e.
key];if(n&&t.length){let o=t.indexOf(Xr(e.target));_r(e.target,t[o<0?n>0?0:t.length-1:(o+n+t.length)%t.length])}else if(e.key==="Enter")Xr(e.target)?.click();else
return;e.preventDefault()});document.addEventListener("submit",e=>e.target.closest?.("[popover]")?.hidePopover());var _i=new BroadcastChannel("svcx-theme");_i.addEventListener(
"message",e=>Gi(e.data));function Gi(e){e?document.documentElement.dataset.theme=e:delete document.documentElement.dataset.theme;let t=document.querySelector("[\
data-theme-form]")?.elements.theme;t&&(t.value={"":"light",light:"dark",dark:""}[e],t.title=t.dataset[e||"system"])}document.addEventListener("submit",e=>{if(!e.
target.matches("[data-theme-form]"))return;e.preventDefault();let t=e.target.elements.theme.value;Gi(t),_i.postMessage(t),fetch(e.target.action,{method:"POST",body:new URLSearchParams(
{theme:t}),redirect:"manual"}).catch(()=>{})});document.addEventListener("htmx:afterSwap",e=>{e.target.id==="bulk"&&document.querySelector("#bulk[data-ended]")&&
xe()});zi();ri();export{A as fail,l as openID,b as reason,Qe as showTab};
